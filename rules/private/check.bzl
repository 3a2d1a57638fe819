"""How the rules refuse an attribute."""

def check(condition, where, attribute, value, fix):
    """Fails unless a condition holds.

    Args:
        condition: what must be true.
        where: the rule and the target, for example `reference_test(name = 'negative_ref')`.
        attribute: the attribute that is wrong.
        value: its value.
        fix: what to do about it.
    """
    if not condition:
        fail("{}: {} = {}: {}".format(where, attribute, repr(value), fix))

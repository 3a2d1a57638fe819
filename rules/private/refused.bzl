"""How the rules refuse an attribute: in analysis, so that only the faulty target fails and not its package."""

def problem(where, attribute, value, fix):
    """Returns the message for an attribute that is wrong.

    Args:
        where: the rule and the target, for example `reference_test(name = 'negative_ref')`.
        attribute: the attribute that is wrong.
        value: its value.
        fix: what to do about it.
    """
    return "{}: {} = {}: {}".format(where, attribute, repr(value), fix)

def _refused_test_impl(ctx):
    fail(ctx.attr.message)

refused_test = rule(
    implementation = _refused_test_impl,
    doc = "Stands for a target that cannot be made; its analysis fails with a message.",
    attrs = {"message": attr.string(mandatory = True)},
    test = True,
)

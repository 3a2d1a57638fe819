"""One test target for each node of a manifest."""

load("//rules:reference_test.bzl", "reference_test")
load("//rules/private:refused.bzl", "problem", "refused_test")

# Keys of a manifest entry that sort a node into suites; every other key is an attribute of reference_test.
_KEYS = ["operator", "family", "suites"]

def reference_suite(name, nodes, deps = [], suites = {}, visibility = None, **kwargs):
    """Makes a `reference_test` for each node and the test suites over them.

    The suite `name` holds every node, the suite `<family>_ref` those of one family. No suite is ever empty:
    Bazel takes an empty one for every test of the package.

    Args:
        name: name of the suite of all nodes, by custom `all_ref`.
        nodes: manifest, a list of dicts. `name` and `node` are needed; `operator` becomes the tag
            `operator=<operator>`; `family` the tag `family=<family>` and a suite; `suites` lists further
            suites; every other key is an attribute of `reference_test`.
        deps: what every node imports, the harness; an entry's own `deps` are added.
        suites: {suite: names of the targets in it}, beside those that the manifest names.
        visibility: of the targets and suites.
        **kwargs: attributes of `reference_test` for every node; a manifest entry's own value comes first.
    """
    members = {suite: list(names) for suite, names in suites.items()}
    for entry in nodes:
        own = list(entry.get("suites", []))
        if entry.get("family"):
            own.append(entry["family"] + "_ref")
        for suite in own:
            members.setdefault(suite, []).append(entry.get("name"))
    refusal = (
        _wrong_nodes("reference_suite(name = '{}')".format(name), nodes) or
        _wrong_suites("reference_suite(name = '{}')".format(name), name, nodes, members)
    )
    if refusal:
        refused_test(name = name, message = refusal, tags = kwargs.get("tags", []), visibility = visibility)
        return

    for entry in nodes:
        attributes = dict(kwargs)
        attributes.update({key: value for key, value in entry.items() if key not in _KEYS})
        tags = list(attributes.pop("tags", []))
        tags += ["{}={}".format(key, entry[key]) for key in ["operator", "family"] if key in entry]
        reference_test(
            tags = tags,
            visibility = visibility,
            deps = deps + attributes.pop("deps", []),
            **attributes
        )
    members[name] = [entry["name"] for entry in nodes]
    for suite, names in members.items():
        native.test_suite(
            name = suite,
            # A wildcard would else reach manual tests by their suite.
            tags = ["manual"] if "manual" in kwargs.get("tags", []) else [],
            tests = [":" + target for target in names],
            visibility = visibility,
        )

def _wrong_nodes(where, nodes):
    """Returns what is wrong with the manifest, or None."""
    if not nodes:
        return problem(where, "nodes", nodes, "an empty suite would mean every test of the package; give a node")
    seen = {}
    for entry in nodes:
        for key in ["name", "node"]:
            if key not in entry:
                return problem(where, "nodes", entry, "the entry has no '{}'; give it one".format(key))
        if entry["name"] in seen:
            return problem(
                where,
                "nodes",
                entry["name"],
                "{} and {} both have this name; rename one".format(seen[entry["name"]], entry["node"]),
            )
        seen[entry["name"]] = entry["node"]
    return None

def _wrong_suites(where, name, nodes, members):
    """Returns what is wrong with the suites, or None."""
    targets = {entry["name"]: True for entry in nodes}
    if name in targets or name in members:
        return problem(where, "name", name, "a node or another suite has this name; rename the suite")
    for suite, names in members.items():
        if not names:
            return problem(where, "suites", suite, "the suite is empty; delete it or name a target")
        if suite in targets:
            return problem(where, "suites", suite, "a node's target has this name; rename the suite")
        for target in names:
            if target not in targets:
                return problem(where, "suites", target, "suite '{}' names no node; delete it there".format(suite))
    return None

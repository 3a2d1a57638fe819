"""One test target for each node of a manifest."""

load("//rules:reference_test.bzl", "reference_test")
load("//rules/private:check.bzl", "check")

# Keys of a manifest entry that sort a node into suites; every other key is an attribute of reference_test.
_KEYS = ["operator", "family", "suites"]

def reference_suite(name, nodes, deps = [], family_deps = {}, suites = {}, visibility = None, **kwargs):
    """Makes a `reference_test` for each node and the test suites over them.

    The suite `name` holds every node, the suite `<family>_ref` those of one family. No suite is ever empty:
    Bazel takes an empty one for every test of the package.

    Args:
        name: name of the suite of all nodes, by custom `all_ref`.
        nodes: manifest, a list of dicts. `name` and `node` are needed; `operator` becomes the tag
            `operator=<operator>`; `family` the tag `family=<family>` and a suite; `suites` lists further
            suites; every other key is an attribute of `reference_test`.
        deps: what every node imports: the harness.
        family_deps: {family: what only its nodes import}.
        suites: {suite: names of the targets in it}, beside those that the manifest names.
        visibility: of the targets and suites.
        **kwargs: attributes of `reference_test` for every node; a manifest entry's own value comes first.
    """
    where = "reference_suite(name = '{}')".format(name)
    check(nodes, where, "nodes", nodes, "an empty suite would mean every test of the package; give a node")
    seen = {}
    members = {suite: list(names) for suite, names in suites.items()}
    for entry in nodes:
        for key in ["name", "node"]:
            check(key in entry, where, "nodes", entry, "the entry has no '{}'; give it one".format(key))
        target = entry["name"]
        check(
            target not in seen,
            where,
            "nodes",
            target,
            "the name stands for {} and for {}; rename one".format(seen.get(target), entry["node"]),
        )
        seen[target] = entry["node"]
        attributes = dict(kwargs)
        attributes.update({key: value for key, value in entry.items() if key not in _KEYS})
        own_tags = list(attributes.pop("tags", []))
        family = entry.get("family")
        own_suites = list(entry.get("suites", []))
        if "operator" in entry:
            own_tags.append("operator=" + entry["operator"])
        if family:
            own_tags.append("family=" + family)
            own_suites.append(family + "_ref")
        for suite in own_suites:
            members.setdefault(suite, []).append(target)
        reference_test(
            tags = own_tags,
            visibility = visibility,
            deps = deps + family_deps.get(family, []) + attributes.pop("deps", []),
            **attributes
        )

    for suite, names in members.items():
        check(names, where, "suites", suite, "the suite is empty; delete it or name a target")
        for target in names:
            check(target in seen, where, "suites", target, "suite '{}' names no node; delete it".format(suite))
        check(
            suite != name and suite not in seen,
            where,
            "suites",
            suite,
            "a target has this name too; rename the suite",
        )
        native.test_suite(name = suite, tests = [":" + target for target in names], visibility = visibility)
    native.test_suite(name = name, tests = [":" + target for target in seen], visibility = visibility)

"""Runs the project's own pytest files as Bazel tests."""

# buildifier: disable=bzl-visibility
load("//rules/private:refused.bzl", "problem", "refused_test")
load("//rules/python:isolated.bzl", "isolated_test")

def pytest_test(name, srcs, args = [], deps = [], **kwargs):
    """Runs pytest on test files, in the environment of `//rules/python:dev`.

    Args:
        name: name of the test.
        srcs: the test files, `conftest.py` and helper modules; pytest is given the `test_*.py` among them.
        args: further arguments of pytest.
        deps: Python libraries.
        **kwargs: attributes of `py_test`.
    """
    files = [src for src in srcs if src.rpartition("/")[2].startswith("test_")]
    if not files:
        refused_test(
            name = name,
            message = problem("pytest_test(name = '{}')".format(name), "srcs", srcs, "none is named test_*.py"),
            tags = kwargs.get("tags", []),
        )
        return
    isolated_test(
        name = name,
        srcs = srcs,
        args = ["{}/{}".format(native.package_name(), file) for file in files] + args,
        deps = deps + [Label("//tests:pytest_main")],
        module = "tests.pytest_main",
        **kwargs
    )

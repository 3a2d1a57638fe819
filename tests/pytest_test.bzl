"""Runs the project's own pytest files as Bazel tests."""

load("@rules_python//python:defs.bzl", "py_test")

def pytest_test(name, srcs, data = [], deps = [], args = [], tags = [], **kwargs):
    """Runs pytest on test files, in the environment of `//rules/python:dev`.

    Args:
        name: name of the test.
        srcs: the test files, `conftest.py` and helper modules; pytest is given the `test_*.py` among them.
        data: further files.
        deps: Python libraries.
        args: further arguments of pytest.
        tags: as of every test.
        **kwargs: common attributes of tests.
    """
    environment = Label("//rules/python:dev")
    main = Label("//tests:pytest_main.py")
    files = [src for src in srcs if src.rpartition("/")[2].startswith("test_")]
    if not files:
        fail("pytest_test(name = '{}'): srcs = {}: none is named test_*.py; name the tests so".format(name, srcs))
    py_test(
        name = name,
        srcs = srcs + [main],
        args = ["$(rlocationpath {})".format(environment)] +
               ["$(rlocationpath {})".format(file) for file in files] +
               args,
        data = data + [environment, "//:pyproject.toml"],
        legacy_create_init = 0,
        main = main,
        tags = tags,
        deps = deps,
        **kwargs
    )

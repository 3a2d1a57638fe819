"""Programs and tests of this repository that run in one of its Python environments."""

load("@rules_python//python:defs.bzl", "py_binary", "py_test")

_DEV = Label("//rules/python:dev")

def _isolated(rule, name, module, srcs, data, args, environment, **kwargs):
    main = Label("//rules/python/private:isolated.py")
    rule(
        name = name,
        srcs = srcs + [main],
        args = ["$(rlocationpath {})".format(environment), module] + args,
        data = data + [environment],
        legacy_create_init = 0,
        main = main,
        **kwargs
    )

def isolated_binary(name, module, srcs = [], data = [], args = [], environment = _DEV, **kwargs):
    """Makes a program of a Python module.

    Args:
        name: name of the target.
        module: the module to run, as of `python -m`.
        srcs: source files.
        data: further files.
        args: arguments that come before the user's.
        environment: label of an `environment.json`.
        **kwargs: attributes of `py_binary`.
    """
    _isolated(py_binary, name, module, srcs, data, args, environment, **kwargs)

def isolated_test(name, module, srcs = [], data = [], args = [], environment = _DEV, **kwargs):
    """Makes a test of a Python module.

    Args:
        name: name of the target.
        module: the module to run, as of `python -m`.
        srcs: source files.
        data: further files.
        args: arguments.
        environment: label of an `environment.json`.
        **kwargs: attributes of `py_test`.
    """
    _isolated(py_test, name, module, srcs, data, args, environment, **kwargs)

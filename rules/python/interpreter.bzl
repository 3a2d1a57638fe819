"""Finds the CPython that runs the tests."""

load("//rules/python/private:host.bzl", "SERIES", "find_interpreter")

def _reference_interpreter_impl(rctx):
    description = find_interpreter(
        rctx,
        programs = ["python" + series for series in SERIES] + ["python3", "python"],
        named = [
            ("interpreter", rctx.attr.interpreter),
            ("REFERENCE_PYTHON", rctx.getenv("REFERENCE_PYTHON")),
        ],
    )
    rctx.file("interpreter.json", json.encode_indent(description, indent = " ") + "\n")
    rctx.template(
        "BUILD.bazel",
        rctx.attr._build,
        substitutions = {"{interpreter}": description["path"]},
        executable = False,
    )

reference_interpreter = repository_rule(
    implementation = _reference_interpreter_impl,
    doc = """Finds an interpreter and makes a Python toolchain of it.

The repository holds `interpreter.json` (path, version, digest of the binary) and `:toolchain`. It is
looked up again when the interpreter's file, PATH or REFERENCE_PYTHON changes.
""",
    attrs = {
        "interpreter": attr.string(
            doc = "Path of a CPython. Empty: the variable REFERENCE_PYTHON, else PATH, with 3.11 and 3.12 first.",
        ),
        "_build": attr.label(default = Label("//rules/python/private:interpreter.BUILD.tpl")),
        "_probe": attr.label(default = Label("//rules/python/private:probe.py")),
    },
    local = True,
)

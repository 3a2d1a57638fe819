"""Describes an interpreter that already holds torch and triton."""

load("//rules/python/private:host.bzl", "error_line", "find_interpreter", "store_folder")

def _system_environment_impl(rctx):
    interpreter = find_interpreter(
        rctx,
        programs = ["python3", "python"],
        named = [
            ("interpreter", rctx.attr.interpreter),
            ("REFERENCE_SYSTEM_PYTHON", rctx.getenv("REFERENCE_SYSTEM_PYTHON")),
            ("REFERENCE_PYTHON", rctx.getenv("REFERENCE_PYTHON")),
        ],
    )
    flag_gems = rctx.attr.flag_gems or rctx.getenv("REFERENCE_FLAG_GEMS") or ""
    if flag_gems and not rctx.path(flag_gems).exists:
        fail("{} = '{}': no such file or folder; name a FlagGems wheel or checkout".format(
            "flag_gems" if rctx.attr.flag_gems else "REFERENCE_FLAG_GEMS",
            flag_gems,
        ))
    rctx.report_progress("describing {}".format(interpreter["executable"]))
    result = rctx.execute(
        [
            interpreter["executable"],
            "-B",
            rctx.path(rctx.attr._describe),
            "--store",
            store_folder(rctx),
            "--out",
            rctx.path("described.json"),
        ] + (["--flag-gems", flag_gems] if flag_gems else []),
        # As the runner starts it: what the caller's PYTHONPATH adds is not seen.
        environment = {"PYTHONNOUSERSITE": "1", "PYTHONPATH": "", "PYTHONSAFEPATH": "1"},
        timeout = 3600,
    )
    if result.return_code != 0:
        fail("environment 'system' of {}: {}".format(
            interpreter["executable"],
            error_line(result) or result.stderr[-500:],
        ))
    found = json.decode(rctx.read("described.json", watch = "no"))
    for path in found["watch"]:
        rctx.watch(path)
    rctx.file("environment.json", json.encode_indent({
        "digest": "{}-{}".format(interpreter["digest"][:32], found["content"]),
        "extra_site": found["extra_site"],
        "flag_gems_origin": found["flag_gems_origin"],
        "interpreter": {
            "digest": interpreter["digest"],
            "implementation": interpreter["implementation"],
            "path": interpreter["executable"],
            "version": interpreter["version"],
        },
        "kind": "system",
        "name": "system",
        "packages": found["packages"],
        "pycache": found["pycache"],
        "schema": "flaggems.python-environment/v1",
        "site": [],
    }, indent = " ") + "\n")
    rctx.file("BUILD.bazel", """\
package(default_visibility = ["//visibility:public"])

exports_files(["environment.json"])
""")

system_environment = repository_rule(
    implementation = _system_environment_impl,
    doc = """Describes an interpreter's own torch, triton, flag_gems and pytest in `environment.json`.

The versions, places and record files of these packages are in the file, so another image means another
action key. Where the packages have no bytecode it is made once, in the store.
""",
    attrs = {
        "flag_gems": attr.string(
            doc = "Path of a FlagGems wheel or checkout to put before the interpreter's packages.",
        ),
        "interpreter": attr.string(
            doc = "Path of the interpreter. Empty: REFERENCE_SYSTEM_PYTHON, else REFERENCE_PYTHON, else PATH.",
        ),
        "_describe": attr.label(default = Label("//rules/python/private:system.py")),
        "_probe": attr.label(default = Label("//rules/python/private:probe.py")),
    },
    local = True,
)

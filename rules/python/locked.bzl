"""Installs a locked Python environment."""

load("//rules/python/private:host.bzl", "SERIES", "error_line", "store_folder")

def _locked_environment_impl(rctx):
    interpreter_json = rctx.path(rctx.attr.interpreter)
    interpreter = json.decode(rctx.read(interpreter_json))
    if interpreter["series"] not in SERIES:
        fail("environment '{}': its lock has wheels for CPython {}, but {} is {}; set REFERENCE_PYTHON to one of these".format(
            rctx.attr.environment,
            " and ".join(SERIES),
            interpreter["path"],
            interpreter["version"],
        ))
    site = ["site"]
    arguments = []
    if rctx.attr.base:
        base = json.decode(rctx.read(rctx.attr.base))
        base_site = rctx.path(rctx.attr.base).dirname.get_child("site").realpath
        rctx.symlink(base_site, "base")
        site.append("base")
        arguments += ["--base", str(base_site)]
    else:
        base = {"digest": "", "flag_gems_origin": None, "packages": {}}
    if rctx.attr.cuda_lock:
        arguments += ["--cuda-lock", rctx.path(rctx.attr.cuda_lock)]
    for build in rctx.attr.builds:
        arguments += ["--prefer", build]

    rctx.report_progress("installing the {} environment".format(rctx.attr.environment))
    result = rctx.execute(
        [
            interpreter["path"],
            "-I",
            "-S",
            rctx.path(rctx.attr._installer),
            "--name",
            rctx.attr.environment,
            "--lock",
            rctx.path(rctx.attr.lock),
            "--store",
            store_folder(rctx),
            "--interpreter",
            interpreter_json,
            "--out",
            rctx.path("installed.json"),
        ] + arguments,
        timeout = 4 * 3600,
        quiet = False,
    )
    if result.return_code != 0:
        fail("environment '{}': {}".format(
            rctx.attr.environment,
            error_line(result) or "the installer ended with status {}: {}".format(
                result.return_code,
                result.stderr[-500:],
            ),
        ))
    installed = json.decode(rctx.read("installed.json", watch = "no"))

    # When the store is emptied, this file is gone and the next build installs again.
    rctx.watch(installed["folder"] + "/installed.json")
    rctx.symlink(installed["folder"] + "/site", "site")
    packages = dict(base["packages"])
    packages.update(installed["packages"])
    rctx.file("environment.json", json.encode_indent({
        "digest": "-".join([interpreter["digest"][:32], installed["content"]] + ([base["digest"]] if base["digest"] else [])),
        "flag_gems_origin": installed["flag_gems_origin"] or (
            "base/flag_gems" if base["flag_gems_origin"] else None
        ),
        "interpreter": {key: interpreter[key] for key in ["path", "version", "implementation", "digest"]},
        "kind": "locked",
        "name": rctx.attr.environment,
        "packages": packages,
        "schema": "flaggems.python-environment/v1",
        "site": site,
    }, indent = " ") + "\n")
    rctx.file("BUILD.bazel", """\
package(default_visibility = ["//visibility:public"])

exports_files(["environment.json"])
""")

locked_environment = repository_rule(
    implementation = _locked_environment_impl,
    doc = """Installs wheels by a lock file with hashes, once a content key.

The tree lies in a store outside the output base (FLAGGEMS_REFERENCE_CACHE, else the user's cache folder),
so a fresh clone or `clean --expunge` installs nothing again. The repository holds `environment.json`,
the only file that a test declares, and a link `site` to the tree. The file holds the digest of the tree's
content and of the interpreter, hence so does the key of each test action.
""",
    attrs = {
        "base": attr.label(
            doc = "`environment.json` of an environment that this one builds on and does not repeat.",
        ),
        "builds": attr.string_list(
            doc = "Builds to take where the index has them, for example `torch+cpu`.",
        ),
        "cuda_lock": attr.label(
            doc = "A lock with the CUDA libraries, used only where the index has no CPU build of torch.",
        ),
        "environment": attr.string(
            doc = "What the environment is called.",
            mandatory = True,
        ),
        "interpreter": attr.label(
            doc = "`interpreter.json` of a `reference_interpreter`.",
            mandatory = True,
        ),
        "lock": attr.label(
            doc = "Hashed requirements.",
            mandatory = True,
        ),
        "_installer": attr.label(default = Label("//rules/python/private:install.py")),
    },
    environ = ["REFERENCE_PIP_WHEEL", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS"],
)

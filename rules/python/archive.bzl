"""Packs a locked Python environment for executors that do not hold it."""

load("//rules/python/private:host.bzl", "error_line")

def _environment_archive_impl(rctx):
    description = rctx.path(rctx.attr.environment)
    environment = json.decode(rctx.read(description))
    rctx.report_progress("packing the {} environment".format(environment["name"]))
    result = rctx.execute(
        [
            environment["interpreter"]["path"],
            "-I",
            "-S",
            rctx.path(rctx.attr._packer),
            "--site",
            description.dirname.get_child("site").realpath,
            "--out",
            rctx.path("packed.txt"),
        ],
        timeout = 3600,
    )
    if result.return_code != 0:
        fail("environment '{}': {}".format(
            environment["name"],
            error_line(result) or result.stderr[-500:],
        ))
    archive = rctx.path(rctx.read("packed.txt", watch = "no").strip())

    # When the store is emptied, this file is gone and the next build packs again.
    rctx.watch(archive)
    rctx.symlink(archive, archive.basename)
    rctx.file("BUILD.bazel", """\
package(default_visibility = ["//visibility:public"])

filegroup(
    name = "archive",
    srcs = [{}],
)
""".format(repr(archive.basename)))

environment_archive = repository_rule(
    implementation = _environment_archive_impl,
    doc = """Makes one archive of a `locked_environment`, once a content key.

The archive lies beside the installed tree. Its name is its sha256, `:archive` is the file. Nothing asks for this
repository unless `//rules/python:ship_environment` is set, which `--config=remote` does.
""",
    attrs = {
        "environment": attr.label(
            doc = "`environment.json` of the `locked_environment`.",
            mandatory = True,
        ),
        "_packer": attr.label(default = Label("//rules/python/private:archive.py")),
    },
)

"""Chooses the Python environment of the tests by toolchain resolution.

A `select` would do in a build, but `bazel query` follows all of its branches, and each of them is a repository
that installs gigabytes or looks for an interpreter. A toolchain is looked at only when it is the chosen one.
"""

load("//rules/device:devices.bzl", "DEVICES")

_TYPE = Label("//rules/python:environment_type")

def _environment_toolchain_impl(ctx):
    return [platform_common.ToolchainInfo(
        archive = ctx.files.archive,
        environment = ctx.file.environment,
    )]

environment_toolchain = rule(
    implementation = _environment_toolchain_impl,
    doc = "One Python environment, as an implementation of `//rules/python:environment_type`.",
    attrs = {
        "archive": attr.label(doc = "The file that holds its packages, where it is to be shipped."),
        "environment": attr.label(
            doc = "`environment.json` of a `locked_environment` or `system_environment`.",
            allow_single_file = [".json"],
            mandatory = True,
        ),
    },
)

def _current_environment_impl(ctx):
    chosen = ctx.toolchains[_TYPE]
    return [
        DefaultInfo(files = depset([chosen.environment])),
        OutputGroupInfo(archive = depset(chosen.archive)),
    ]

current_environment = rule(
    implementation = _current_environment_impl,
    doc = "`environment.json` of the chosen environment; its output group `archive` is what executors are sent.",
    toolchains = [_TYPE],
)

def _environment_toolchains_impl(rctx):
    lines = ["load({}, \"environment_toolchain\")".format(repr(str(Label("//rules/python:toolchain.bzl"))))]
    choices = {"is_system": ("reference_env_system", None)}
    for device in DEVICES:
        choices["uses_" + device] = ("reference_env_" + device, None)
        choices["ships_" + device] = ("reference_env_" + device, "reference_archive_" + device)
    for setting, (environment, archive) in choices.items():
        lines.append("""
environment_toolchain(
    name = "{setting}",
    environment = "@{environment}//:environment.json",
    archive = {archive},
)

toolchain(
    name = "{setting}_toolchain",
    target_settings = ["{settings}"],
    toolchain = ":{setting}",
    toolchain_type = "{type}",
)""".format(
            archive = repr("@{}//:archive".format(archive)) if archive else None,
            environment = environment,
            setting = setting,
            settings = Label("//rules/python:" + setting),
            type = _TYPE,
        ))
    rctx.file("BUILD.bazel", "\n".join(lines) + "\n")

environment_toolchains = repository_rule(
    implementation = _environment_toolchains_impl,
    doc = "The toolchains of all environments of `reference_environments`; none of those is fetched for it.",
)

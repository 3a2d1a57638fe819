"""Writes what the runner of one target has to know."""

load("@bazel_skylib//rules:common_settings.bzl", "BuildSettingInfo")

def _rlocation(ctx, file):
    """Returns a file's path below the runfiles folder."""
    if file.short_path.startswith("../"):
        return file.short_path.removeprefix("../")
    return "{}/{}".format(ctx.workspace_name, file.short_path)

def _reference_config_impl(ctx):
    path = ctx.attr.node.partition("::")[0]
    roots = [
        _rlocation(ctx, file).removesuffix("/" + path)
        for file in ctx.files.srcs
        if _rlocation(ctx, file).partition("/")[2] == path
    ]
    if not roots:
        fail("{}: node = '{}': its file is not in srcs, which holds {}; name the node by the path of one of them".format(
            ctx.attr.target,
            ctx.attr.node,
            ", ".join([_rlocation(ctx, file).partition("/")[2] for file in ctx.files.srcs]) or "nothing",
        ))
    archive = None
    if ctx.attr.environment and OutputGroupInfo in ctx.attr.environment:
        # The chosen environment's, where it is to be shipped.
        shipped = getattr(ctx.attr.environment[OutputGroupInfo], "archive", depset()).to_list()
        archive = shipped[0] if shipped else None
    files = [
        file
        for file in [ctx.file.environment, archive, ctx.file.fingerprint, ctx.file.case_list]
        if file
    ]
    config = ctx.actions.declare_file(ctx.label.name + ".json")
    ctx.actions.write(config, json.encode_indent({
        "allow_skips": ctx.attr.allow_skips,
        "archive": _rlocation(ctx, archive) if archive else None,
        "case_list": _rlocation(ctx, ctx.file.case_list) if ctx.file.case_list else None,
        "case_timeout_s": None,
        "cpus": ctx.attr.cpus,
        "device": ctx.attr._device[BuildSettingInfo].value,
        "device_memory_mib": ctx.attr.device_memory_mib or None,
        "environment": _rlocation(ctx, ctx.file.environment) if ctx.file.environment else None,
        "expected_status": ctx.attr.expected_status,
        "fingerprint": _rlocation(ctx, ctx.file.fingerprint) if ctx.file.fingerprint else None,
        "level": ctx.attr.level,
        "node": ctx.attr.node,
        "root": roots[0],
        "schema": "flaggems.reference-config/v1",
        "target": ctx.attr.target,
    }, indent = " ") + "\n")
    return [DefaultInfo(
        files = depset([config]),
        runfiles = ctx.runfiles(files = [config] + files),
    )]

reference_config = rule(
    implementation = _reference_config_impl,
    doc = "Writes the configuration file of one `reference_test`; private to that macro.",
    attrs = {
        "allow_skips": attr.bool(),
        "case_list": attr.label(allow_single_file = [".json"]),
        "cpus": attr.int(default = 1),
        "device_memory_mib": attr.int(),
        "environment": attr.label(allow_single_file = [".json"]),
        "expected_status": attr.string(mandatory = True),
        "fingerprint": attr.label(allow_single_file = [".json"]),
        "level": attr.string(mandatory = True),
        "node": attr.string(mandatory = True),
        "srcs": attr.label_list(allow_files = [".py"]),
        "target": attr.string(mandatory = True),
        "_device": attr.label(default = Label("//rules/device:device")),
    },
)

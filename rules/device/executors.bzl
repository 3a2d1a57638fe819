"""Platforms of remote executors, with the properties that a service knows them by."""

_VARIABLE = "REFERENCE_EXECUTORS"
_POOLS = ["cpu", "cuda"]

def _refuse(path, problem):
    fail("{} = '{}': {}; write a JSON object such as {}".format(
        _VARIABLE,
        path,
        problem,
        json.encode({"cpu": {"Pool": "cpu"}, "cuda": {"Pool": "gpu"}}),
    ))

def _pools(rctx, path):
    """Reads the properties of each pool.

    Args:
        rctx: repository context.
        path: the file's path.

    Returns:
        {pool: {key: value}}.
    """
    if not rctx.path(path).exists:
        _refuse(path, "no such file")
    declared = json.decode(rctx.read(path), default = None)
    if type(declared) != "dict":
        _refuse(path, "not a JSON object")
    for pool, properties in declared.items():
        if pool not in _POOLS:
            _refuse(path, "'{}' is no pool of {}".format(pool, ", ".join(_POOLS)))
        if type(properties) != "dict" or [value for value in properties.values() if type(value) != "string"]:
            _refuse(path, "the properties of '{}' are no strings by name".format(pool))
    return declared

def _reference_executors_impl(rctx):
    path = rctx.getenv(_VARIABLE) or ""
    pools = _pools(rctx, path) if path else {}
    processor = {"aarch64": "aarch64", "arm64": "aarch64"}.get(rctx.os.arch, "x86_64")
    platforms = []
    for pool in _POOLS:
        properties = pools.get(pool, {})
        platforms.append("""\
platform(
    name = {pool},
    constraint_values = [
        "@platforms//cpu:{processor}",
        "@platforms//os:linux",
    ],
    exec_properties = {properties},
)
""".format(
            pool = repr(pool),
            processor = processor,
            properties = repr({key: properties[key] for key in sorted(properties)}),
        ))
    rctx.file("BUILD.bazel", "package(default_visibility = [\"//visibility:public\"])\n\n" + "\n".join(platforms))

reference_executors = repository_rule(
    implementation = _reference_executors_impl,
    doc = """Makes the platforms `cpu` and `cuda` of a remote-execution service.

The variable REFERENCE_EXECUTORS names a JSON file, {pool: {key: value}}, with the properties that the service
schedules by; this repository hard-codes none. Without it the platforms have no properties. They are chosen by
`--config=remote` and `--config=remote_cuda`.
""",
)

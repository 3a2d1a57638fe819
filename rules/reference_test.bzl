"""One test target for one benchmark node."""

load("@rules_python//python:defs.bzl", "py_test")
load("//rules/device:devices.bzl", "DEVICES", "REQUIRES")
load("//rules/private:reference_config.bzl", "reference_config")
load("//rules/private:refused.bzl", "problem", "refused_test")

# Attributes of every test that are passed on as they are.
_COMMON = [
    "deprecation",
    "env",
    "env_inherit",
    "features",
    "flaky",
    "local",
    "restricted_to",
    "size",
    "testonly",
    "timeout",
    "toolchains",
    "visibility",
]

_LEVELS = ["core", "comprehensive"]
_STATUSES = ["PASSED", "FAILED", "UNSUPPORTED", "ALL_SKIP", "NO_CASES"]

def reference_test(
        name,
        node,
        srcs = None,
        deps = [],
        data = [],
        level = "core",
        expected_status = "PASSED",
        allow_skips = False,
        case_list = None,
        gpu_memory_gib = None,
        host_memory_gib = None,
        environment = Label("//rules/python:current"),
        fingerprint = Label("//rules/device:fingerprint"),
        exec_properties = {},
        shard_count = None,
        args = [],
        tags = [],
        target_compatible_with = [],
        **kwargs):
    """Checks that the baseline of a benchmark node runs on the chosen device, case by case.

    Makes one `py_test` and one private helper target, `<name>.config`. The test passes if the status of its
    report is `expected_status`. The report lies in the test's undeclared outputs.

    Args:
        name: name of the test, by custom `<operator>_ref`.
        node: pytest id of the node, with the path of its file from the repository's root:
            `benchmark/test_negative.py::test_negative`.
        srcs: the node's own file. Default: the file that `node` names, if it is in this package.
        deps: what the node imports: its harness, or packages of a pip hub.
        data: further files that the node reads.
        level: `core` or `comprehensive`.
        expected_status: the status that the report must have: `PASSED`, `FAILED`, `UNSUPPORTED`, `ALL_SKIP`
            or `NO_CASES`.
        allow_skips: with `PASSED`: whether some cases may be skipped by the source.
        case_list: label of a frozen case list (`flaggems.benchmark-case-list/v2`) that the node must match.
        gpu_memory_gib: device memory that one case needs at most, GiB, on a GPU. Bazel runs as many targets at
            once as fit into `--local_resources=cuda_device_mib=<MiB>`, and the runner waits until one GPU has as
            much; without it, for a whole one.
        host_memory_gib: the same on the CPU device, with `--local_resources=cpu_device_mib=<MiB>`.
        environment: `environment.json` of the Python environment; "" where the packages come by `deps`.
        fingerprint: the file that describes the device; "" for none.
        exec_properties: as of every rule; use the `test.` prefix, which keeps build actions off GPU executors.
        shard_count: deals the cases out over so many processes.
        args: further arguments of the runner, for example `--case-id`.
        tags: `reference` is added, and `gpu` beside a `requires-gpu-*` tag, which also makes the target
            incompatible with other devices. `cpu:<n>` gives the test n cores.
        target_compatible_with: further constraints.
        **kwargs: common attributes of tests: size, timeout, visibility, flaky, env and the like.
    """
    where = "reference_test(name = '{}')".format(name)
    package = native.package_name()
    file = node.partition("::")[0]
    refusal = (
        _wrong_node(where, node, package if srcs == None else "") or
        _wrong_expectation(where, level, expected_status, allow_skips) or
        _wrong_memory(where, gpu_memory_gib, host_memory_gib) or
        _wrong_tags(where, tags) or
        _wrong_attributes(where, kwargs)
    )
    if refusal:
        refused_test(name = name, message = refusal, tags = ["reference"] + tags)
        return
    if srcs == None:
        srcs = [file.removeprefix(package + "/")]

    all_tags = ["reference"] + tags
    devices = DEVICES
    for tag in tags:
        if tag in REQUIRES:
            devices = [device for device in devices if device in REQUIRES[tag]]
            if "gpu" not in all_tags:
                all_tags.append("gpu")
    for resource, gib in [("cpu_device_mib", host_memory_gib), ("cuda_device_mib", gpu_memory_gib)]:
        if gib:
            all_tags.append("resources:{}:{}".format(resource, _mib(gib)))
    if devices != DEVICES:
        target_compatible_with = target_compatible_with + select({
            Label("//rules/device:is_" + device): []
            for device in devices
        } | {"//conditions:default": ["@platforms//:incompatible"]})

    config = name + ".config"
    reference_config(
        name = config,
        testonly = True,
        allow_skips = allow_skips,
        case_list = case_list,
        cpus = _cpus(tags),
        device_memory_mib = _mib(gpu_memory_gib) if gpu_memory_gib else 0,
        environment = environment or None,
        expected_status = expected_status,
        fingerprint = fingerprint or None,
        level = level,
        node = node,
        srcs = srcs,
        tags = ["manual"],
        target = "//{}:{}".format(package, name),
        target_compatible_with = target_compatible_with,
        visibility = ["//visibility:private"],
    )
    main = Label("//rules/private:reference_test_main.py")
    py_test(
        name = name,
        srcs = srcs + [main],
        args = ["--config", "$(rlocationpath :{})".format(config)] + args,
        data = data + [":" + config],
        exec_properties = exec_properties,
        legacy_create_init = 0,
        main = main,
        shard_count = shard_count,
        tags = all_tags,
        target_compatible_with = target_compatible_with,
        deps = [Label("//rules/private:guard")] + deps + [Label("//runner")],
        **kwargs
    )

def _wrong_node(where, node, package):
    """Returns what is wrong with the node's id, or None. Its file must be in `package`, if one is given."""
    file, separator, item = node.partition("::")
    if not separator or not item or not file.endswith(".py") or file.startswith("/") or ".." in file.split("/"):
        return problem(where, "node", node, "write '<path from the repository root>.py::<function>'")
    if package and not file.startswith(package + "/"):
        return problem(where, "node", node, "its file is not in package '{}'; give its label in srcs".format(package))
    return None

def _wrong_expectation(where, level, expected_status, allow_skips):
    """Returns what is wrong with what the report is held against, or None."""
    if level not in _LEVELS:
        return problem(where, "level", level, "use one of {}".format(", ".join(_LEVELS)))
    if expected_status not in _STATUSES:
        return problem(where, "expected_status", expected_status, "use one of {}".format(", ".join(_STATUSES)))
    if allow_skips and expected_status != "PASSED":
        return problem(where, "allow_skips", allow_skips, "it means nothing without expected_status = 'PASSED'; delete it")
    return None

def _wrong_memory(where, gpu_memory_gib, host_memory_gib):
    """Returns what is wrong with the memory needs, or None."""
    for attribute, gib in [("gpu_memory_gib", gpu_memory_gib), ("host_memory_gib", host_memory_gib)]:
        if gib != None and (type(gib) not in ["int", "float"] or gib <= 0):
            return problem(where, attribute, gib, "give GiB as a number above 0, or leave it out")
    return None

def _wrong_tags(where, tags):
    """Returns what is wrong with the tags, or None."""
    for tag in tags:
        if tag in ["exclusive", "exclusive-if-local"]:
            return problem(where, "tags", tag, "it defeats caching and parallel use; use gpu_memory_gib or 'cpu:<n>'")
        if tag.startswith("resources:cpu_device_mib:") or tag.startswith("resources:cuda_device_mib:"):
            return problem(where, "tags", tag, "use host_memory_gib or gpu_memory_gib")
        if tag.startswith("requires-gpu-") and tag not in REQUIRES:
            return problem(where, "tags", tag, "use one of {}".format(", ".join(REQUIRES)))
        if tag.startswith("cpu:") and (not tag[4:].isdigit() or int(tag[4:]) == 0):
            return problem(where, "tags", tag, "write 'cpu:<n>' with a whole number n above 0")
    return None

def _wrong_attributes(where, kwargs):
    """Returns what is wrong with the further attributes, or None."""
    for attribute, value in kwargs.items():
        if attribute not in _COMMON:
            return problem(where, attribute, value, "reference_test has no such attribute; delete it")
    return None

def _mib(gib):
    """Returns GiB as whole MiB, rounded up."""
    return -int(-gib * 1024 // 1)

def _cpus(tags):
    """Returns the number of cores that a `cpu:<n>` tag asks for, by default 1."""
    for tag in tags:
        if tag.startswith("cpu:"):
            return int(tag[4:])
    return 1

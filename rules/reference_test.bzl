"""One test target for one benchmark node."""

load("@rules_python//python:defs.bzl", "py_test")
load("//rules/device:devices.bzl", "DEVICES", "REQUIRES")
load("//rules/private:check.bzl", "check")
load("//rules/private:reference_config.bzl", "reference_config")

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
            once as fit into `--local_resources=cuda_device_mib=<MiB>`.
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
    _validate(
        where,
        node,
        level,
        expected_status,
        allow_skips,
        gpu_memory_gib,
        host_memory_gib,
        tags,
        kwargs,
    )
    file = node.partition("::")[0]
    package = native.package_name()
    if srcs == None:
        check(
            not package or file.startswith(package + "/"),
            where,
            "node",
            node,
            "its file is not in package '{}'; give its label in srcs".format(package),
        )
        srcs = [file.removeprefix(package + "/") if package else file]

    all_tags = ["reference"] + tags
    devices = DEVICES
    for tag in tags:
        if tag in REQUIRES:
            devices = [device for device in devices if device in REQUIRES[tag]]
            if "gpu" not in all_tags:
                all_tags.append("gpu")
    for resource, gib in [("cpu_device_mib", host_memory_gib), ("cuda_device_mib", gpu_memory_gib)]:
        if gib:
            all_tags.append("resources:{}:{}".format(resource, -int(-gib * 1024 // 1)))
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
        cpus = _cpus(where, tags),
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
        deps = deps + [Label("//runner")],
        **kwargs
    )

def _validate(
        where,
        node,
        level,
        expected_status,
        allow_skips,
        gpu_memory_gib,
        host_memory_gib,
        tags,
        kwargs):
    """Fails with one line for the first attribute that is wrong."""
    file, separator, item = node.partition("::")
    check(
        separator and item and file.endswith(".py") and not file.startswith("/") and ".." not in file.split("/"),
        where,
        "node",
        node,
        "write '<path from the repository root>.py::<function>'",
    )
    check(
        level in ["core", "comprehensive"],
        where,
        "level",
        level,
        "use 'core' or 'comprehensive'",
    )
    check(
        expected_status in ["PASSED", "FAILED", "UNSUPPORTED", "ALL_SKIP", "NO_CASES"],
        where,
        "expected_status",
        expected_status,
        "use 'PASSED', 'FAILED', 'UNSUPPORTED', 'ALL_SKIP' or 'NO_CASES'",
    )
    check(
        not allow_skips or expected_status == "PASSED",
        where,
        "allow_skips",
        allow_skips,
        "it says something only beside expected_status = 'PASSED'; delete it",
    )
    for attribute, gib in [("gpu_memory_gib", gpu_memory_gib), ("host_memory_gib", host_memory_gib)]:
        check(
            gib == None or (type(gib) in ["int", "float"] and gib > 0),
            where,
            attribute,
            gib,
            "give GiB as a number above 0, or leave it out",
        )
    for tag in tags:
        check(
            tag not in ["exclusive", "exclusive-if-local"],
            where,
            "tags",
            tag,
            "it defeats caching and parallel use; say what the node needs with gpu_memory_gib or 'cpu:<n>'",
        )
        check(
            not tag.startswith("resources:cpu_device_mib:") and not tag.startswith("resources:cuda_device_mib:"),
            where,
            "tags",
            tag,
            "use host_memory_gib or gpu_memory_gib",
        )
        check(
            not tag.startswith("requires-gpu-") or tag in REQUIRES,
            where,
            "tags",
            tag,
            "use one of {}, or add it to rules/device/devices.bzl".format(", ".join(REQUIRES)),
        )
    for attribute, value in kwargs.items():
        check(
            attribute in _COMMON,
            where,
            attribute,
            value,
            "it is no attribute of reference_test; delete it or use one of {}".format(", ".join(_COMMON)),
        )

def _cpus(where, tags):
    """Returns the number of cores that a `cpu:<n>` tag asks for, by default 1."""
    for tag in tags:
        if tag.startswith("cpu:"):
            count = tag.removeprefix("cpu:")
            check(count.isdigit() and int(count) > 0, where, "tags", tag, "write 'cpu:<n>' with n above 0")
            return int(count)
    return 1

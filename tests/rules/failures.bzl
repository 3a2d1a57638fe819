"""Targets that the rules must refuse, with what the message must hold."""

load("@bazel_skylib//lib:unittest.bzl", "analysistest", "asserts")
load("//rules:defs.bzl", "reference_suite", "reference_test")
load("//tests:pytest_test.bzl", "pytest_test")

_NODE = "tests/rules/node_good.py::test_good"

def _failure_test_impl(ctx):
    env = analysistest.begin(ctx)
    for text in ctx.attr.texts:
        asserts.expect_failure(env, text)
    return analysistest.end(env)

_failure_test = analysistest.make(
    _failure_test_impl,
    attrs = {"texts": attr.string_list(mandatory = True)},
    expect_failure = True,
)

# name: (attributes of reference_test, what the message must hold)
_TARGETS = {
    "allow_skips_without_passed": (
        {"allow_skips": True, "expected_status": "ALL_SKIP"},
        ["allow_skips = True", "delete it"],
    ),
    "cpu_not_a_number": (
        {"tags": ["cpu:many"]},
        ["tags = \"cpu:many\"", "cpu:<n>"],
    ),
    "cpu_zero": (
        {"tags": ["cpu:0"]},
        ["tags = \"cpu:0\"", "above 0"],
    ),
    "exclusive": (
        {"tags": ["exclusive"]},
        ["tags = \"exclusive\"", "gpu_memory_gib"],
    ),
    "gpu_memory_negative": (
        {"gpu_memory_gib": -1},
        ["gpu_memory_gib = -1", "above 0"],
    ),
    "host_memory_text": (
        {"host_memory_gib": "8"},
        ["host_memory_gib = \"8\"", "number"],
    ),
    "node_absolute": (
        {"node": "/tests/rules/node_good.py::test_good"},
        ["node = ", "path from the repository root"],
    ),
    "node_elsewhere": (
        {"node": "benchmark/test_negative.py::test_negative"},
        ["node = ", "not in package 'tests/rules'", "srcs"],
    ),
    "node_not_in_srcs": (
        {"node": "tests/rules/node_absent.py::test_good", "srcs": ["node_good.py"]},
        ["tests/rules/node_absent.py", "tests/rules/node_good.py"],
    ),
    "node_of_no_function": (
        {"node": "tests/rules/node_good.py"},
        ["node = ", "::<function>"],
    ),
    "node_outside": (
        {"node": "tests/../node_good.py::test_good"},
        ["node = ", "path from the repository root"],
    ),
    "resources": (
        {"tags": ["resources:cuda_device_mib:5"]},
        ["resources:cuda_device_mib:5", "gpu_memory_gib"],
    ),
    "unknown_attribute": (
        {"gpus": 2},
        ["gpus = 2", "no such attribute"],
    ),
    "unknown_gpu": (
        {"tags": ["requires-gpu-abacus"]},
        ["requires-gpu-abacus", "requires-gpu-nvidia"],
    ),
    "unknown_level": (
        {"level": "Core"},
        ["level = \"Core\"", "core, comprehensive"],
    ),
    "unknown_status": (
        {"expected_status": "SKIP"},
        ["expected_status = \"SKIP\"", "ALL_SKIP"],
    ),
}

_ENTRY = {"name": "refused_member", "node": _NODE}

# name: (arguments of reference_suite, what the message must hold)
_SUITES = {
    "suite_entry_without_name": (
        {"nodes": [{"node": _NODE}]},
        ["nodes = ", "no 'name'"],
    ),
    "suite_entry_without_node": (
        {"nodes": [{"name": "refused_member"}]},
        ["nodes = ", "no 'node'"],
    ),
    "suite_named_as_a_node": (
        {"nodes": [_ENTRY | {"suites": ["refused_member"]}]},
        ["suites = \"refused_member\"", "rename"],
    ),
    "suite_named_as_another": (
        {"nodes": [_ENTRY | {"suites": ["suite_named_as_another_refused"]}]},
        ["name = \"suite_named_as_another_refused\"", "rename"],
    ),
    "suite_of_nothing": (
        {"nodes": []},
        ["nodes = []", "every test of the package"],
    ),
    "suite_of_strangers": (
        {"nodes": [_ENTRY], "suites": {"some": ["stranger"]}},
        ["suites = \"stranger\"", "names no node"],
    ),
    "suite_part_of_nothing": (
        {"nodes": [_ENTRY], "suites": {"none": []}},
        ["suites = \"none\"", "empty"],
    ),
    "suite_with_a_name_twice": (
        {"nodes": [_ENTRY, _ENTRY | {"node": "tests/rules/node_other.py::test_other"}]},
        ["refused_member", "node_good.py", "node_other.py", "rename one"],
    ),
}

def failure_tests(name):
    """Makes a refused target and a test of its message for each entry above.

    Args:
        name: name of the test suite.
    """
    for case, (attributes, _) in _TARGETS.items():
        reference_test(
            name = case + "_refused",
            **({"node": _NODE} | attributes | {"tags": attributes.get("tags", []) + ["manual"]})
        )
    for case, (arguments, _) in _SUITES.items():
        reference_suite(name = case + "_refused", tags = ["manual"], **arguments)
    pytest_test(
        name = "pytest_without_tests_refused",
        srcs = ["__init__.py"],
        tags = ["manual"],
    )
    tests = {case: texts for case, (_, texts) in (_TARGETS | _SUITES).items()}
    tests["pytest_without_tests"] = ["srcs = [\"__init__.py\"]", "test_*.py"]
    for case, texts in tests.items():
        _failure_test(
            name = case + "_test",
            size = "small",
            target_under_test = ":" + case + "_refused",
            texts = texts,
        )
    native.test_suite(name = name, tests = [":" + case + "_test" for case in tests])

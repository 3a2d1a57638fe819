"""What `reference_test` and `reference_suite` make of good attributes."""

load("@bazel_skylib//lib:unittest.bzl", "analysistest", "asserts", "unittest")
load("//rules:defs.bzl", "reference_suite", "reference_test")

_NODE = "tests/rules/node_good.py::test_good[a b]"

def _config_test_impl(ctx):
    env = analysistest.begin(ctx)
    action = [action for action in analysistest.target_actions(env) if action.mnemonic == "FileWrite"][0]
    config = json.decode(action.content)
    for key, value in json.decode(ctx.attr.expected).items():
        asserts.equals(env, value, config[key], "config['{}']".format(key))
    return analysistest.end(env)

_SETTINGS = {"expected": attr.string(mandatory = True)}

_config_test = analysistest.make(_config_test_impl, attrs = _SETTINGS)
_cuda_config_test = analysistest.make(
    _config_test_impl,
    attrs = _SETTINGS,
    config_settings = {str(Label("//rules/device:device")): "cuda"},
)

def _inputs_test_impl(ctx):
    env = analysistest.begin(ctx)
    runfiles = analysistest.target_under_test(env)[DefaultInfo].default_runfiles.files.to_list()
    found = [file.short_path for file in runfiles]
    for path in ctx.attr.present:
        asserts.true(env, [file for file in found if file.endswith(path)], "{} is an input".format(path))
    for path in ctx.attr.absent:
        asserts.false(env, [file for file in found if file.endswith(path)], "{} is no input".format(path))
    return analysistest.end(env)

_inputs_test = analysistest.make(_inputs_test_impl, attrs = {
    "absent": attr.string_list(),
    "present": attr.string_list(),
})

def _expectations_test_impl(ctx):
    env = unittest.begin(ctx)
    for what, pair in json.decode(ctx.attr.pairs).items():
        asserts.equals(env, pair[0], pair[1], what)
    return unittest.end(env)

# What was seen while the package was loaded: {what: [expected, found]}.
_expectations_test = unittest.make(_expectations_test_impl, attrs = {"pairs": attr.string(mandatory = True)})

def target_tests(name):
    """Makes good targets and tests of what came of them.

    Args:
        name: name of the test suite.
    """
    before = native.existing_rules().keys()
    reference_test(
        name = "good_ref",
        srcs = ["node_good.py"],
        allow_skips = True,
        gpu_memory_gib = 1.5,
        host_memory_gib = 0.0001,
        level = "comprehensive",
        node = _NODE,
        tags = [
            "cpu:2",
            "manual",
        ],
    )
    made = [rule for key, rule in native.existing_rules().items() if key not in before]
    reference_test(
        name = "gpu_ref",
        srcs = ["node_good.py"],
        node = _NODE,
        tags = [
            "manual",
            "requires-gpu-nvidia",
        ],
    )
    reference_suite(
        name = "some_ref",
        srcs = ["node_good.py"],
        nodes = [
            {"family": "plain", "name": "one_ref", "node": _NODE, "operator": "one"},
            {"expected_status": "ALL_SKIP", "family": "fancy", "name": "two_ref", "node": _NODE, "suites": ["few_ref"]},
        ],
        tags = ["manual"],
    )
    rules = native.existing_rules()
    tags = {
        # rules_python marks what it made.
        target: sorted([tag for tag in rules[target]["tags"] if not tag.startswith("__")])
        for target in ["good_ref", "gpu_ref", "one_ref"]
    }

    _expectations_test(
        name = "macro_test",
        size = "small",
        pairs = json.encode({
            "a helper is manual": [["manual"], rules["good_ref.config"]["tags"]],
            "a helper is private": [["//visibility:private"], list(rules["good_ref.config"]["visibility"])],
            "a suite holds a family": [[":one_ref"], list(rules["plain_ref"]["tests"])],
            "a suite holds all nodes": [[":one_ref", ":two_ref"], list(rules["some_ref"]["tests"])],
            "a suite of manual nodes is manual": [["manual"], list(rules["some_ref"]["tags"])],
            "a suite that the manifest names": [[":two_ref"], list(rules["few_ref"]["tests"])],
            "exactly one py_test": [1, len([rule for rule in made if rule["kind"] == "py_test"])],
            "nothing beside it but the helper": [["py_test", "reference_config"], sorted([rule["kind"] for rule in made])],
            "tags of a GPU node": [["gpu", "manual", "reference", "requires-gpu-nvidia"], tags["gpu_ref"]],
            "tags of a node": [
                ["cpu:2", "manual", "reference", "resources:cpu_device_mib:1", "resources:cuda_device_mib:1536"],
                tags["good_ref"],
            ],
            "tags of a suite's node": [["family=plain", "manual", "operator=one", "reference"], tags["one_ref"]],
        }),
    )
    expected = {
        "allow_skips": True,
        "case_list": None,
        "cpus": 2,
        "device": "cpu",
        "expected_status": "PASSED",
        "level": "comprehensive",
        "node": _NODE,
        "target": "//tests/rules:good_ref",
    }
    _config_test(
        name = "config_test",
        size = "small",
        expected = json.encode(expected),
        target_under_test = ":good_ref.config",
    )
    _cuda_config_test(
        name = "cuda_config_test",
        size = "small",
        expected = json.encode({"device": "cuda", "fingerprint": "reference_device_cuda/fingerprint.json"}),
        target_under_test = ":bare_ref.config",
    )

    # No environment: the packages come by labels, and the CUDA lock need not be installed for this test.
    reference_test(
        name = "bare_ref",
        srcs = ["node_good.py"],
        environment = "",
        node = _NODE,
        tags = ["manual"],
    )
    _inputs_test(
        name = "inputs_test",
        size = "small",
        absent = [
            # Only for executors, by //rules/python:ship_environment.
            ".tar.gz",
            "benchmark/test_abs.py",
            "benchmark/case_lists/abs_ref.json",
            "benchmark/manifest.bzl",
            "fingerprint.bzl",
        ],
        present = [
            "benchmark/base.py",
            "benchmark/case_lists/negative_ref.json",
            "benchmark/core_shapes.yaml",
            "benchmark/families/pointwise.py",
            "benchmark/test_negative.py",
            "environment.json",
            "fingerprint.json",
            "runner/main.py",
            "runner/reference_v1.schema.json",
        ],
        target_under_test = "//benchmark:negative_ref",
    )
    tests = ["config_test", "cuda_config_test", "inputs_test", "macro_test"]
    native.test_suite(name = name, tests = [":" + test for test in tests])

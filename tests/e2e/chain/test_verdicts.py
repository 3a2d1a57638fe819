# SPDX-License-Identifier: Apache-2.0
"""Each kind of node gives the verdict, the report and the message that it should."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from tests.e2e.bazel import TESTS_FAILED, Result, Workspace
from tests.e2e.chain import nodes
from tests.e2e.chain.consumer import objections


def ids(node: str, **counts: int) -> list[str]:
    return [
        f"benchmark/{node}::core::{dtype}::{ordinal}"
        for dtype, count in counts.items()
        for ordinal in range(count)
    ]


def statuses(report: dict) -> list[str]:
    return [record["status"] for record in report["records"]]


def test_only_what_should_pass_passes(everything: Result):
    passed = {
        label.removeprefix("//benchmark:")
        for label, test in everything.tests.items()
        if test.status == "PASSED"
    }
    assert passed == {
        "passing_ref",
        "shaped_ref",
        "expected_failing_ref",
        "expected_unsupported_ref",
        "expected_skipping_ref",
        "trunc_ref",
        "floor_ref",
        "listed_ref",
        "listed_too_ref",
        "listed_shaped_ref",
        "pair_ref",
        "sharded_ref",
        "many_shards_ref",
    }
    assert everything.code == TESTS_FAILED


def test_every_target_has_a_verdict(everything: Result):
    expected = {f"//benchmark:{name}" for name in nodes.TARGETS}
    assert set(everything.tests) == expected - {"//benchmark:gpu_only_ref", "//benchmark:hanging_ref"}
    assert "NO_STATUS" not in {test.status for test in everything.tests.values()}


@pytest.mark.parametrize(
    "target, node, count",
    [
        ("passing_ref", "test_passing.py::test_passing", 1),
        ("shaped_ref", "test_shaped.py::test_shaped", 1),
        ("trunc_ref", "test_modes.py::test_modes[trunc]", 1),
        ("floor_ref", "test_modes.py::test_modes[floor]", 1),
        # Two benchmarks in one node: ordinals go on, so that no id is there twice.
        ("pair_ref", "test_pair.py::test_pair", 3),
    ],
)
def test_a_consumer_accepts_what_passed(first, target, node, count):
    report = first.report(f"benchmark/{target}")
    assert objections(report, ids(node, float32=count, float64=count)) == []
    assert [record["count"] for record in report["records"]] == [1] * (2 * count)


def test_a_failure_names_case_stage_and_message(first):
    report = first.report("benchmark/failing_ref")
    assert report["status"] == "FAILED"
    assert statuses(report) == ["PASSED", "PASSED", "FAILED", "NOT_RUN"]
    failed = report["records"][2]
    assert failed["case_id"] == "benchmark/test_failing.py::test_failing::core::float64::0"
    assert failed["stage"] == "invoke"
    assert failed["count"] == 1
    assert failed["failure"]["category"] == "UNKNOWN"
    assert failed["failure"]["type"].endswith("RuntimeError")
    assert failed["failure"]["message"] == "the baseline cannot do this\nsecond line"
    assert "in baseline" in failed["failure"]["traceback"]
    text = first.log("benchmark/failing_ref")
    assert failed["case_id"] in text
    assert "invoke" in text
    assert "the baseline cannot do this" in text


def test_a_crash_keeps_what_was_finished(first, everything):
    report = first.report("benchmark/crashing_ref")
    assert statuses(report) == ["PASSED", "PASSED", "FAILED", "NOT_RUN"]
    assert "SIGSEGV" in str(report["records"][2])
    assert everything.status("//benchmark:crashing_ref") == "FAILED"


def test_a_dependency_cannot_end_the_supervisor(first, everything):
    """Bazel puts its modules in front of Python's own: an `os._exit(0)` there was a pass without a report."""
    assert everything.status("//benchmark:shadowed_ref") == "FAILED"
    report = first.report("benchmark/shadowed_ref")
    assert statuses(report) == statuses(first.report("benchmark/failing_ref"))


def test_a_time_out_keeps_what_was_finished(workspace, everything):
    result = workspace.run("test", "--test_timeout=40", "//benchmark:hanging_ref")
    report = workspace.report("benchmark/hanging_ref")
    assert statuses(report) == ["PASSED", "PASSED", "FAILED", "NOT_RUN"]
    assert report["records"][2]["hint"]
    assert result.status("//benchmark:hanging_ref") in ("TIMEOUT", "FAILED")


def test_a_run_of_its_own_is_unsupported(first):
    report = first.report("benchmark/unsupported_ref")
    assert report["status"] == "UNSUPPORTED"
    assert statuses(report) == ["UNSUPPORTED"]
    assert "run" in report["records"][0]["reason"]


def test_no_benchmark_is_unsupported(first):
    report = first.report("benchmark/empty_ref")
    assert report["status"] == "UNSUPPORTED"
    assert len(report["records"]) == 1


def test_skips_are_red_unless_declared_and_give_their_reason(first, everything):
    report = first.report("benchmark/skipping_ref")
    assert report["status"] == "ALL_SKIP"
    assert set(statuses(report)) == {"SKIP"}
    assert "not on this vendor" in first.log("benchmark/skipping_ref")
    report = first.report("benchmark/source_skip_ref")
    assert report["status"] == "ALL_SKIP"
    assert "known to hang" in first.log("benchmark/source_skip_ref")
    assert everything.status("//benchmark:expected_skipping_ref") == "PASSED"


def test_an_unexpected_pass_is_red_and_names_the_line_to_delete(first, everything):
    assert everything.status("//benchmark:unexpected_pass_ref") == "FAILED"
    assert "expected_status" in first.log("benchmark/unexpected_pass_ref")


def test_a_node_that_does_not_exist_names_near_ones(first, everything):
    assert everything.status("//benchmark:missing_ref") == "FAILED"
    text = first.log("benchmark/missing_ref")
    assert "test_pasing" in text
    assert "test_passing" in text.replace("test_pasing", "").replace("missing_ref", "")
    assert first.report("benchmark/missing_ref")["status"] in ("FAILED", "NO_CASES")


def test_several_items_are_not_one_node(first, everything):
    assert everything.status("//benchmark:both_ref") == "FAILED"
    assert "test_modes[trunc]" in first.log("benchmark/both_ref")


def test_an_import_error_is_red_and_shown(first):
    report = first.report("benchmark/broken_ref")
    assert report["status"] == "FAILED"
    assert "no_such_module" in str(report["records"])
    assert "no_such_module" in first.log("benchmark/broken_ref")


def test_junit_has_a_testcase_a_case(first):
    tree = ElementTree.parse(first.folder / "bazel-testlogs/benchmark/failing_ref/test.xml")
    cases = {case.get("name"): case for case in tree.iter("testcase")}
    assert len(cases) == 4
    bad = [name for name, case in cases.items() if case.find("failure") is not None]
    assert len(bad) == 1
    assert "float64::0" in bad[0]


def test_shards_share_the_cases_out(first):
    folder = first.folder / "bazel-testlogs/benchmark/sharded_ref"
    seen = []
    for shard in ("shard_1_of_2", "shard_2_of_2"):
        report = first.report(f"benchmark/sharded_ref/{shard}")
        assert report["status"] == "PASSED"
        seen.append([record["case_id"] for record in report["records"]])
    assert all(seen), f"an idle shard in {folder}"
    assert sorted(seen[0] + seen[1]) == ids("test_pair.py::test_pair", float32=3, float64=3)


def test_a_gpu_node_is_skipped_in_a_wildcard_and_an_error_by_name(workspace, everything):
    assert "//benchmark:gpu_only_ref" not in everything.tests
    named = workspace.run("test", "//benchmark:gpu_only_ref")
    assert named.code == 1
    assert "gpu_only_ref is incompatible" in named.output.replace("target //benchmark:", "")


def test_asking_for_cuda_without_a_device_is_red(workspace):
    result = workspace.run(
        "test", "--config=cuda", "//benchmark:passing_ref",
        f"--override_repository=reference_env_cuda={cpu_environment(workspace)}",
    )  # fmt: skip
    assert result.status("//benchmark:passing_ref") == "FAILED"
    report = workspace.report("benchmark/passing_ref")
    assert report["status"] == "FAILED"
    assert "CPU build" in str(report["records"])


def cpu_environment(workspace: Workspace) -> str:
    """The CPU environment, put where the CUDA one is looked for: a `+cpu` wheel on a GPU job."""
    execution_root = (workspace.folder / "bazel-workspace").resolve()
    return str(execution_root.parents[1] / "external" / "reference_env_cpu")

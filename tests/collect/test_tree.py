# SPDX-License-Identifier: Apache-2.0
import json

from tests.collect import samples
from tests.collect.samples import H200, Shot, label, put, report
from tools.collect.merge import merge
from tools.collect.observation import State
from tools.collect.text import replay
from tools.collect.tree import find_in_tree, read_cache_status

GREEN = report("abs", [Shot("float32"), Shot("float16")])
RED = report("abs", [Shot("float32"), Shot("float16", "FAILED")])


def only(merged):
    (target,) = merged.targets
    return target


def verdicts(merged):
    return {
        case.record["case_id"].rsplit("::", 2)[1]: case.verdict
        for case in merged.cases
        if case.record.get("case_id")
    }


def test_plain_files_with_time_and_label(tmp_path):
    put(tmp_path, "abs", GREEN, H200, duration_ms=2500)
    target = only(merge(find_in_tree(tmp_path, "logs")))
    assert (target.label, target.device, target.operator) == (label("abs"), "NVIDIA H200", "abs")
    assert (target.verdict, target.ok, target.wall, target.bazel) == ("PASSED", True, 2.5, "PASSED")
    assert target.where == "logs/benchmark/abs_ref/test.outputs/reference.json"


def test_the_label_comes_from_the_log_where_the_path_is_ambiguous(tmp_path):
    folder = put(tmp_path, "abs", GREEN, H200)
    (folder / "test.log").write_text("Executing tests from @//benchmark/abs:ref\n")
    assert only(merge(find_in_tree(tmp_path, "logs"))).label == "//benchmark/abs:ref"


def test_an_archive_is_as_good_as_plain_files(tmp_path):
    put(tmp_path / "plain", "abs", RED, H200)
    put(tmp_path / "zipped", "abs", RED, H200, zipped=True)
    plain = merge(find_in_tree(tmp_path / "plain", "logs"))
    zipped = merge(find_in_tree(tmp_path / "zipped", "logs"))
    assert verdicts(plain) == verdicts(zipped) == {"float32": "PASSED", "float16": "FAILED"}


def test_shards_are_one_target(tmp_path):
    put(tmp_path, "abs", report("abs", [Shot("float32")]), H200, within="shard_1_of_2")
    put(tmp_path, "abs", report("abs", [Shot("float16")]), H200, within="shard_2_of_2")
    merged = merge(find_in_tree(tmp_path, "logs"))
    assert verdicts(merged) == {"float32": "PASSED", "float16": "PASSED"}
    assert merged.ok
    assert only(merged).shards == 2


def test_a_shard_without_a_report_is_not_covered_by_the_other(tmp_path):
    put(tmp_path, "abs", report("abs", [Shot("float32")]), H200, within="shard_1_of_2")
    put(tmp_path, "abs", None, None, within="shard_2_of_2", status=3)
    merged = merge(find_in_tree(tmp_path, "logs"))
    assert not merged.ok
    assert only(merged).verdict == "NO_REPORT"
    assert "time-out" in only(merged).why[0]
    assert verdicts(merged) == {"float32": "PASSED"}


def test_runs_that_disagree_are_a_conflict(tmp_path):
    put(tmp_path, "abs", GREEN, H200, within="run_1_of_2")
    put(tmp_path, "abs", RED, H200, within="run_2_of_2")
    merged = merge(find_in_tree(tmp_path, "logs"))
    assert not merged.ok
    assert verdicts(merged) == {"float32": "PASSED", "float16": "CONFLICT"}
    assert only(merged).verdict == "CONFLICT"
    (problem,) = [one for one in merged.problems if one.kind == "conflict"]
    assert "run 1 of 2" in problem.message and "run 2 of 2" in problem.message


def test_shards_of_runs(tmp_path):
    for shard, dtype in ((1, "float32"), (2, "float16")):
        for run in (1, 2):
            within = f"shard_{shard}_of_2_run_{run}_of_2"
            put(tmp_path, "abs", report("abs", [Shot(dtype)]), H200, within=within)
    merged = merge(find_in_tree(tmp_path, "logs"))
    assert merged.ok
    assert only(merged).shards == 4
    assert [len(case.sightings) for case in merged.cases] == [2, 2]


def test_the_latest_attempt_is_the_verdict_and_the_earlier_one_evidence(tmp_path):
    put(tmp_path, "abs", RED, H200, attempt=1)
    put(tmp_path, "abs", GREEN, H200, status=2)
    merged = merge(find_in_tree(tmp_path, "logs"))
    assert merged.ok
    assert only(merged).flaky
    assert only(merged).attempts == 2
    assert verdicts(merged) == {"float32": "PASSED", "float16": "PASSED"}
    (case,) = [case for case in merged.cases if case.record["dtype"] == "torch.float16"]
    assert [(one.place.attempt, one.status) for one in case.sightings] == [(1, "FAILED"), (2, "PASSED")]


def test_a_pass_of_an_earlier_attempt_does_not_outlive_a_lost_report(tmp_path):
    put(tmp_path, "abs", GREEN, H200, attempt=1)
    put(tmp_path, "abs", None, None, status=3)
    merged = merge(find_in_tree(tmp_path, "logs"))
    assert not merged.ok
    assert verdicts(merged) == {"float32": "NOT_RUN", "float16": "NOT_RUN"}
    assert only(merged).device == "NVIDIA H200"


def test_what_an_earlier_layout_left_is_not_counted(tmp_path):
    put(tmp_path, "abs", RED, H200, within="shard_1_of_2", started_ms=1000)
    put(tmp_path, "abs", GREEN, H200, started_ms=2000)
    merged = merge(find_in_tree(tmp_path, "logs"))
    assert merged.ok
    assert verdicts(merged) == {"float32": "PASSED", "float16": "PASSED"}
    assert "earlier run" in only(merged).why[0]


def test_a_reference_target_without_a_report_is_a_row_and_another_test_is_not(tmp_path):
    put(tmp_path, "abs", GREEN, H200)
    put(tmp_path, "hung", None, None, status=3)
    other = tmp_path / "tests" / "unit_test"
    other.mkdir(parents=True)
    (other / "test.log").write_text("Executing tests from //tests:unit_test\n")
    (other / "test.cache_status").write_bytes(samples.cache_status(1))
    merged = merge(find_in_tree(tmp_path, "logs"))
    assert {target.label: target.ok for target in merged.targets} == {
        label("abs"): True,
        label("hung"): False,
    }
    assert merged.others == (("//tests:unit_test", "PASSED"),)


def test_a_single_report_and_a_folder_of_the_runner(tmp_path):
    (tmp_path / "reference.json").write_text(json.dumps(RED))
    (tmp_path / "environment.json").write_text(json.dumps(H200 | {"target": "//x:abs_ref"}))
    for path in (tmp_path, tmp_path / "reference.json"):
        merged = merge(find_in_tree(path, "here"))
        assert only(merged).label == "//x:abs_ref"
        assert only(merged).device == "NVIDIA H200"
        assert verdicts(merged) == {"float32": "PASSED", "float16": "FAILED"}


def test_a_run_without_bazel_is_named_by_its_node(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "reference.json").write_text(json.dumps(RED))
    node = "benchmark/test_abs.py::test_abs"
    (tmp_path / "out" / "environment.json").write_text(json.dumps(H200 | {"target": None, "node": node}))
    assert only(merge(find_in_tree(tmp_path, "here"))).label == node
    # A run that was killed has no environment file, but a report that names its node.
    (tmp_path / "out" / "environment.json").unlink()
    assert only(merge(find_in_tree(tmp_path, "here"))).label == node
    assert replay(node, "x::core::float32::0", device="cuda") == (
        f"python3 -m runner --node {node} --device cuda --output-dir out --case-id x::core::float32::0"
    )


def test_damaged_reports_do_not_hide_the_others(tmp_path):
    put(tmp_path, "abs", GREEN, H200)
    put(tmp_path, "cut", json.dumps(GREEN).encode()[:100], H200)
    put(tmp_path, "v2", {"schema_version": "flaggems.reference/v2", "status": "PASSED", "records": []}, H200)
    put(tmp_path, "foreign", {"status": "PASSED"}, H200)
    put(tmp_path, "zip", None, H200, zipped=True)
    (tmp_path / "benchmark" / "zip_ref" / "test.outputs" / "outputs.zip").write_bytes(b"PK\x03\x04 no more")
    findings = find_in_tree(tmp_path, "logs")
    states = {one.place.label: one.state for one in findings.observations}
    assert states == {
        label("abs"): State.REPORT,
        label("cut"): State.DAMAGED,
        label("v2"): State.OTHER_VERSION,
        label("foreign"): State.FOREIGN,
        label("zip"): State.DAMAGED,
    }
    merged = merge(findings)
    assert not merged.ok
    assert [target.label for target in merged.targets if target.ok] == [label("abs")]
    assert {one.where for one in merged.problems} == {
        f"logs/benchmark/{name}_ref/test.outputs/{file}"
        for name, file in (("cut", "reference.json"), ("v2", "reference.json"), ("foreign", "reference.json"))
    } | {"logs/benchmark/zip_ref/test.outputs/outputs.zip"}


def test_bazels_status_file():
    assert read_cache_status(samples.cache_status(1, 1000, 137)) == ("PASSED", 1.0, 0.137)
    assert read_cache_status(samples.cache_status(3))[0] == "TIMEOUT"
    whole = samples.cache_status(4)
    for length in range(len(whole)):
        read_cache_status(whole[:length])
    assert read_cache_status(b"") == ("", 0.0, None)

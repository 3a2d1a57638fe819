# SPDX-License-Identifier: Apache-2.0
"""What is run again, and what comes from the cache."""

from __future__ import annotations

import pytest

from tests.e2e.bazel import BUILD_FAILED, NO_TESTS, OK, TESTS_FAILED, Workspace

PASSING, SHAPED = "//benchmark:passing_ref", "//benchmark:shaped_ref"


@pytest.fixture
def changed(workspace: Workspace):
    """Changes a file of the workspace for one test: `changed(path, old, new)`."""
    before = {}

    def change(path: str, old: str, new: str) -> None:
        file = workspace.folder / path
        text = file.read_text()
        before.setdefault(file, text)
        assert old in text
        file.write_text(text.replace(old, new))

    yield change
    for file, text in before.items():
        file.write_text(text)


def test_an_unchanged_target_comes_from_the_cache_with_its_report(workspace, everything):
    before = workspace.outputs("benchmark/passing_ref")
    again = workspace.run("test", PASSING)
    assert again.code == OK
    assert again.executed() == set()
    assert again.tests[PASSING].cached
    assert "(cached) PASSED" in again.output
    after = workspace.outputs("benchmark/passing_ref")
    assert after["test.outputs/reference.json"] == before["test.outputs/reference.json"]
    assert after["test.xml"] == before["test.xml"]


def test_a_changed_shape_file_runs_again(workspace, everything, changed):
    changed("benchmark/core_shapes.yaml", "- [3]", "- [3]\n    - [5]")
    result = workspace.run("test", PASSING, SHAPED)
    assert SHAPED in result.executed()
    assert len(workspace.report("benchmark/shaped_ref")["records"]) == 4
    # The earlier report had two records: nothing of it is left, nothing is merged.
    assert [r["ordinal"] for r in workspace.report("benchmark/shaped_ref")["records"]] == [0, 1, 0, 1]


def test_a_dropped_shape_turns_exactly_the_targets_red_that_listed_it(workspace, everything, changed):
    listed = {f"//benchmark:{name}" for name in ("listed_ref", "listed_too_ref", "listed_shaped_ref")}
    changed("benchmark/core_shapes.yaml", "    - [5, 3]\n", "")
    result = workspace.run("test", "--keep_going", PASSING, SHAPED, *listed)
    assert result.executed() == {PASSING, SHAPED, *listed}
    red = {label for label, test in result.tests.items() if test.status == "FAILED"}
    assert red == {"//benchmark:listed_ref", "//benchmark:listed_too_ref"}
    statuses = [record["status"] for record in workspace.report("benchmark/listed_ref")["records"]]
    assert statuses == ["PASSED", "PASSED", "FAILED", "NOT_RUN", "NOT_RUN"]
    node = "benchmark/test_listed.py::test_listed"
    log = workspace.log("benchmark/listed_ref")
    assert f"lost {node}::core::float32::1, core::float64::1; if that is meant, refresh the list" in log


def test_a_changed_list_runs_its_targets_again_and_no_other(workspace, everything, changed):
    listed = {f"//benchmark:{name}" for name in ("listed_ref", "listed_too_ref", "listed_shaped_ref")}
    assert workspace.run("test", PASSING, *listed).code == OK
    changed("benchmark/listed.json", "[5, 3]", "[5, 4]")
    result = workspace.run("test", "--keep_going", PASSING, *listed)
    assert result.executed() == listed
    assert result.status("//benchmark:listed_ref") == "FAILED"
    assert "has shape {'input': [5, 3]}, frozen {'input': [5, 4]}" in workspace.log("benchmark/listed_ref")
    assert result.status("//benchmark:listed_shaped_ref") == "PASSED"


def test_a_changed_baseline_runs_again_and_its_neighbour_does_not(workspace, everything, changed):
    assert workspace.run("test", PASSING, SHAPED).code == OK
    changed("benchmark/test_passing.py", "torch.negative", "torch.positive")
    result = workspace.run("test", PASSING, SHAPED)
    assert result.executed() == {PASSING}


def test_a_changed_runner_runs_all_again(workspace, everything, changed):
    assert workspace.run("test", PASSING, SHAPED).code == OK
    changed("runner/__init__.py", '"""', '"""Changed. ')
    result = workspace.run("test", PASSING, SHAPED)
    assert result.executed() == {PASSING, SHAPED}


def test_a_changed_device_runs_all_again(workspace, everything):
    assert workspace.run("test", PASSING, SHAPED).code == OK
    fingerprint = workspace.folder.parent / "fingerprint.json"
    fingerprint.write_text('{"model": "another processor"}')
    result = workspace.run("test", PASSING, SHAPED, REFERENCE_DEVICE_FINGERPRINT=str(fingerprint))
    assert result.executed() == {PASSING, SHAPED}
    device = workspace.report("benchmark/passing_ref", "environment.json")["device"]
    assert device["promised"]["model"] == "another processor"


def test_a_fixed_target_is_found_in_the_cache_afterwards(workspace, everything, changed):
    disk = f"--disk_cache={workspace.folder.parent / 'disk'}"
    assert workspace.run("test", disk, PASSING).code == OK
    changed("benchmark/test_passing.py", "torch.negative", "torch.no_such_operator")
    assert workspace.run("test", disk, PASSING).code == TESTS_FAILED
    changed("benchmark/test_passing.py", "torch.no_such_operator", "torch.negative")
    workspace.run("clean")
    result = workspace.run("test", disk, PASSING)
    assert result.code == OK
    assert result.executed() == set()
    assert workspace.report("benchmark/passing_ref")["status"] == "PASSED"


def test_a_runner_that_does_nothing_is_red(workspace, everything, changed):
    text = (workspace.folder / "runner/main.py").read_text()
    changed("runner/main.py", text, "")
    result = workspace.run("test", PASSING)
    assert result.status(PASSING) == "FAILED"


def test_a_runner_that_only_says_it_passed_is_red(workspace, everything, changed):
    text = (workspace.folder / "runner/main.py").read_text()
    changed("runner/main.py", text, "def main(argv=None):\n    return 0\n")
    result = workspace.run("test", PASSING)
    assert result.status(PASSING) == "FAILED"
    assert "without a report" in result.output


def test_a_malformed_shape_file_is_red_and_says_where(workspace, everything, changed):
    changed("benchmark/core_shapes.yaml", "- [3]", "- [-3]")
    result = workspace.run("test", SHAPED)
    assert result.status(SHAPED) == "FAILED"
    assert "core_shapes.yaml" in result.output
    assert "-3" in result.output


def test_another_file_that_is_broken_does_not_matter(workspace, everything, changed):
    changed("benchmark/test_failing.py", "def baseline", "def (")
    assert workspace.run("test", PASSING).code == OK


def test_a_wildcard_without_a_gpu_exits_with_0(workspace, everything):
    result = workspace.run("test", "//benchmark:passing_ref", "//benchmark:all", "--build_tests_only",
                           "--test_tag_filters=gpu,-reference")  # fmt: skip
    assert result.code in (OK, NO_TESTS)
    only = workspace.run("test", "//benchmark:all", "--test_tag_filters=gpu")
    assert only.code in (OK, NO_TESTS), only.output


def test_a_query_looks_at_no_environment(workspace, everything):
    # Bazel's own tools cannot all be fetched where there is no network.
    result = workspace.run("query", "--keep_going", f"deps({PASSING})")
    assert "//rules/python:current" in result.output
    assert "reference_env_" not in result.output


def test_an_exact_filter_selects_and_says_so(workspace, everything):
    case = "benchmark/test_pair.py::test_pair::core::float64::1"
    result = workspace.run("test", "//benchmark:pair_ref", f"--test_filter={case}")
    assert result.code == OK, result.output
    report = workspace.report("benchmark/pair_ref")
    assert [record["case_id"] for record in report["records"]] == [case]
    selection = workspace.report("benchmark/pair_ref", "environment.json")["selection"]
    assert selection["kind"] != "full"


def test_a_filter_that_matches_nothing_is_red_and_lists_what_there_is(workspace, everything):
    result = workspace.run("test", "//benchmark:pair_ref", "--test_filter=*::float16::*")
    assert result.status("//benchmark:pair_ref") == "FAILED"
    assert "matches none of 6 cases" in result.output
    assert "benchmark/test_pair.py::test_pair::core::float32::0…2, core::float64::0…2" in result.output


def test_repeated_runs_stand_alone(workspace, everything):
    result = workspace.run("test", PASSING, "--runs_per_test=2")
    assert result.code == OK
    for run in ("run_1_of_2", "run_2_of_2"):
        assert workspace.report(f"benchmark/passing_ref/{run}")["status"] == "PASSED"


def test_no_home_is_no_matter(workspace, everything):
    """HOME is unset in Bazel's tests; the caches of the worker lie in the test's own folder."""
    result = workspace.run("test", PASSING, "--nocache_test_results", "--test_env=HOME=/nonexistent")
    assert result.code == OK


def test_a_wrong_attribute_fails_with_its_name_and_the_remedy(workspace, everything, changed):
    changed(
        "benchmark/BUILD.bazel",
        'name = "passing_ref", node = "benchmark/',
        'name = "passing_ref", level = "cor", node = "benchmark/',
    )
    result = workspace.run("test", PASSING)
    assert result.code == BUILD_FAILED
    assert 'level = "cor": use one of core, comprehensive' in result.output

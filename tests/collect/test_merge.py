# SPDX-License-Identifier: Apache-2.0
import dataclasses
import functools
import itertools
import json
import random

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.collect import samples
from tests.collect.samples import CPU, H200, Shot
from tools.collect import merge as merging
from tools.collect.merge import merge, overall_status
from tools.collect.observation import Findings, Observation, Place, State
from tools.collect.reading import RECORD_STATUSES, REPORT_STATUSES
from tools.collect.summary import summary


def seen(operator="abs", shots=("float32",), environment=H200, **changes):
    """One attempt with a report."""
    shots = [shot if isinstance(shot, Shot) else Shot(shot) for shot in shots]
    place = Place(samples.label(operator), "logs", **changes.pop("place", {}))
    document = changes.pop("report", None) or samples.report(operator, shots)
    return Observation(place, State.REPORT, document, environment, where=f"{place}", **changes)


def merged(*observations, **options):
    return merge(Findings(tuple(observations)), **options)


def test_two_devices_do_not_contradict_each_other():
    result = merged(seen(), seen(shots=[Shot("float32", "FAILED")], environment=CPU))
    assert [(case.device, case.verdict) for case in result.cases] == [
        ("CPU", "FAILED"),
        ("NVIDIA H200", "PASSED"),
    ]
    assert not [one for one in result.problems if one.kind == "conflict"]


def test_two_targets_that_disagree_on_a_case_are_a_conflict():
    other = dataclasses.replace(
        seen(shots=[Shot("float32", "FAILED")]), place=Place("//other:abs_ref", "logs")
    )
    result = merged(seen(), other)
    assert [case.verdict for case in result.cases] == ["CONFLICT"]
    assert not result.ok
    assert all(target.verdict == "CONFLICT" for target in result.targets)
    assert merging.report(result)["status"] == "FAILED"


def test_a_conflict_of_a_pass_and_a_skip_fails_too():
    skipped = seen(
        report=samples.report("abs", [Shot("float32")], skipped="no fp64"), place={"run": 2, "runs": 2}
    )
    result = merged(seen(place={"run": 1, "runs": 2}), skipped)
    assert "CONFLICT" in [case.verdict for case in result.cases]
    assert merging.report(result)["status"] == "FAILED"


@pytest.mark.parametrize("count", [0, 2, None, True, "1", 1.0])
def test_a_pass_is_exactly_one_call(count):
    document = samples.report("abs", [Shot("float32"), Shot("float16")])
    document["records"][0]["count"] = count
    result = merged(seen(report=document))
    assert [case.verdict for case in result.cases] == ["NOT_RUN", "PASSED"]
    assert not result.ok
    assert merging.report(result)["status"] == "FAILED"


def test_a_report_that_says_passed_over_nothing_is_not_believed():
    for records in ([], samples.report("abs", [Shot("float32", "FAILED")])["records"]):
        document = {"schema_version": "flaggems.reference/v1", "phase": "timing", "status": "PASSED"}
        result = merged(seen(report=document | {"records": records}))
        assert not result.ok
        assert any(one.kind == "not believed" for one in result.problems)


def test_a_case_twice_in_one_report_is_not_believed():
    document = samples.report("abs", [Shot("float32")])
    document["records"] *= 2
    result = merged(seen(report=document))
    assert not result.ok
    assert len(result.cases) == 1


def test_expected_failures_are_as_expected():
    environment = H200 | {"expected_status": "FAILED", "exit_code": 0}
    result = merged(seen(shots=[Shot("float32", "FAILED")], environment=environment, bazel="PASSED"))
    assert result.ok
    assert result.status == "FAILED"


def test_the_runners_own_verdict_counts():
    environment = H200 | {
        "expected_status": "PASSED",
        "exit_code": 1,
        "verdict": "1 skipped; add allow_skips",
    }
    result = merged(seen(environment=environment))
    assert not result.ok
    assert result.targets[0].why == ("1 skipped; add allow_skips",)


def test_bazels_red_is_never_green():
    for word in ("FAILED", "TIMEOUT", "REMOTE_FAILURE", "INCOMPLETE", "NO_STATUS"):
        assert not merged(seen(bazel=word)).ok


def test_a_report_that_lacks_planned_cases_is_not_green():
    environment = H200 | {"selection": {"kind": "full", "planned": 2, "selected": 2}}
    assert not merged(seen(environment=environment)).ok
    assert merged(seen(shots=["float32", "float16"], environment=environment)).ok


def test_shards_cover_the_plan_together():
    def shard(number, dtype):
        environment = H200 | {"selection": {"kind": "sharded", "planned": 2, "selected": 1}}
        return seen(shots=[dtype], environment=environment, place={"shard": number, "shards": 2})

    assert merged(shard(1, "float32"), shard(2, "float16")).ok
    assert not merged(shard(1, "float32"), shard(2, "float32")).ok


def test_an_empty_shard_is_fine_beside_a_full_one():
    empty = samples.report("abs", [], exit_status=5)
    assert empty["status"] == "NO_CASES"
    one = seen(place={"shard": 1, "shards": 2}, bazel="PASSED")
    assert merged(one, seen(report=empty, place={"shard": 2, "shards": 2}, bazel="PASSED")).ok
    assert not merged(seen(report=empty)).ok


def test_a_filtered_run_says_so():
    environment = H200 | {"selection": {"kind": "filtered", "planned": 20, "selected": 1}}
    result = merged(seen(environment=environment))
    assert result.ok
    assert "1 of 20" in result.targets[0].why[0]


def test_pytests_own_failure_is_not_lost():
    document = samples.report("abs", [Shot("float32")], exit_status=3)
    assert document["status"] == "FAILED"
    result = merged(seen(report=document))
    assert merging.report(result)["status"] == "FAILED"
    assert not result.ok


def test_a_target_that_must_be_there_and_is_not():
    result = merged(seen(), wanted=["//benchmark:abs_ref", "//benchmark:gone_ref"])
    assert [(target.label, target.ok) for target in result.targets] == [
        ("//benchmark:abs_ref", True),
        ("//benchmark:gone_ref", False),
    ]


def test_nothing_is_not_green():
    assert not merged().ok
    assert merged().status == "NO_CASES"


def test_a_report_without_an_environment_has_the_device_of_its_input():
    lost = Observation(Place("//benchmark:hung_ref", "logs"), State.ABSENT, bazel="TIMEOUT")
    assert [target.device for target in merged(seen(), lost).targets] == ["NVIDIA H200"] * 2


def test_the_same_file_through_two_inputs_is_one_observation():
    once = seen(identity="/x/reference.json")
    again = dataclasses.replace(
        once, place=dataclasses.replace(once.place, root="bep.json"), bazel="PASSED", wait=1.0
    )
    result = merged(once, again)
    assert result.ok
    assert result.targets[0].wait == 1.0
    assert result.cases[0].sightings == ()


def test_the_merged_report_keeps_the_schema_and_every_record(pytestconfig):
    schema = json.loads((pytestconfig.rootpath / "runner" / "reference_v1.schema.json").read_text())
    result = merged(
        seen("abs", [Shot("float32"), Shot("int8", "FAILED"), Shot("int16", "NOT_RUN")]),
        seen("neg", [], report=samples.unsupported("neg")),
        seen("skip", [], report=samples.report("skip", [], skipped="needs 10.0")),
        seen("clash", ["float32"], place={"run": 1, "runs": 2}),
        seen("clash", [Shot("float32", "FAILED")], place={"run": 2, "runs": 2}),
        Observation(Place("//benchmark:hung_ref", "logs"), State.ABSENT, bazel="TIMEOUT"),
    )
    document = merging.report(result)
    jsonschema.validate(document, schema)
    assert [record["status"] for record in document["records"]] == [
        "PASSED",
        "FAILED",
        "NOT_RUN",
        "FAILED",  # the case with two verdicts, and the conflict itself
        "FAILED",
        "UNSUPPORTED",
        "SKIP",
        "FAILED",
    ]


@given(st.lists(st.sampled_from(RECORD_STATUSES)))
def test_the_overall_status_is_the_first_that_applies(statuses):
    status = overall_status(statuses)
    assert status in REPORT_STATUSES
    assert (status == "PASSED") == ("PASSED" in statuses and set(statuses) <= {"PASSED", "SKIP"})


@functools.cache
def made(operator, shots):
    """A report; the same few are asked for again and again."""
    return samples.report(operator, [Shot(dtype, status) for dtype, status in shots])


observations = st.lists(
    st.builds(
        lambda operator, shots, environment, state, bazel, shard, run, attempt, root: Observation(
            place=Place(
                samples.label(operator),
                root,
                shard or 0,
                2 if shard else 0,
                run or 0,
                2 if run else 0,
                attempt,
            ),
            state=state,
            report=made(operator, tuple(sorted(shots.items()))) if state == State.REPORT else None,
            environment=environment,
            problem="" if state == State.REPORT else "gone",
            bazel=bazel,
            started=float(attempt),
        ),
        operator=st.sampled_from(["abs", "neg"]),
        shots=st.dictionaries(
            st.sampled_from(["float16", "float32"]), st.sampled_from(["PASSED", "FAILED", "NOT_RUN"])
        ),
        environment=st.sampled_from([{}, H200, CPU, H200 | {"expected_status": "FAILED"}]),
        state=st.sampled_from([State.REPORT, State.REPORT, State.ABSENT, State.DAMAGED]),
        bazel=st.sampled_from(["", "PASSED", "FAILED", "TIMEOUT", "SKIPPED"]),
        shard=st.sampled_from([None, None, 1, 2]),
        run=st.sampled_from([None, None, 1, 2]),
        attempt=st.integers(1, 3),
        root=st.sampled_from(["a", "b"]),
    ),
    max_size=6,
)


@settings(max_examples=200)
@given(observations, st.randoms(use_true_random=False))
def test_the_order_of_discovery_does_not_matter(found, chance: random.Random):
    shuffled = list(found)
    chance.shuffle(shuffled)
    assert merge(Findings(tuple(shuffled))) == merge(Findings(tuple(found)))
    assert merge(Findings(tuple(found + found))).ok == merge(Findings(tuple(found))).ok


@settings(max_examples=200)
@given(observations)
def test_no_pass_out_of_nothing(found):
    result = merge(Findings(tuple(found)))
    said = {
        record["case_id"]
        for one in found
        for record in (one.report or {"records": ()})["records"]
        if record["status"] == "PASSED"
    }
    for case in result.cases:
        if case.verdict == "PASSED":
            assert case.record["case_id"] in said
            assert all(one.status == "PASSED" for one in case.sightings if one.final)
    if result.ok:
        assert result.targets
        assert not result.problems
        assert not any(
            one.state != State.REPORT and one.bazel != "SKIPPED" and one.place.attempt == 3 for one in found
        )


@settings(max_examples=200)
@given(observations)
def test_nothing_is_lost_and_the_sums_agree(found):
    result = merge(Findings(tuple(found)))
    assert {one.place.label for one in found} == {target.label for target in result.targets}
    told = summary(result)
    assert sum(count for name, count in told["records"].items() if name != "total") == len(result.cases)
    assert sum(device["records"]["total"] for device in told["devices"]) == len(result.cases)
    assert sum(family["records"]["total"] for family in told["families"]) == len(result.cases)
    assert told["cases"] == sum(bool(case.record.get("case_id")) for case in result.cases)
    assert sum(cause["records"] for cause in told["causes"]) == sum(
        case.verdict != "PASSED" for case in result.cases
    )
    keys = [(case.device, case.record.get("case_id")) for case in result.cases if case.record.get("case_id")]
    assert len(keys) == len(set(keys))


def test_every_order_of_a_few_gives_the_same_bytes():
    few = (
        seen("abs", place={"run": 1, "runs": 2}),
        seen("abs", [Shot("float32", "FAILED")], place={"run": 2, "runs": 2}),
        seen("abs", environment=CPU),
        seen("neg", ["float16", "float32"]),
    )
    texts = {
        json.dumps([merging.report(result), summary(result)])
        for order in itertools.permutations(few)
        for result in [merged(*order)]
    }
    assert len(texts) == 1

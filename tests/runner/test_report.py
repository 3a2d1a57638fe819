# SPDX-License-Identifier: Apache-2.0
"""Random histories against `model`, which is written from SPEC and knows nothing of the runner."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runner import report as reporting

from . import checker, model

NODE = "benchmark/test_x.py::test_x"
CORE = f"{NODE}::core::float32"
# 10,000 and more in the long campaign: REFERENCE_HISTORIES=20000.
HISTORIES = int(os.environ.get("REFERENCE_HISTORIES", "1000"))

FATES = ("pass", "explicit", "unknown", "explicit_lost", "native_skip", "source_skip", "crash")
AFTER = ("return", "skip", "raise", "crash", "teardown", "unsupported")
STAGES = ("build_inputs", "prepare_reference", "invoke", "synchronize")
FAILURE = {"category": "UNKNOWN", "type": "ValueError", "message": "m", "traceback": "t"}


def plan(number):
    return {
        "case_id": f"{NODE}::core::float32::{number}",
        "ordinal": number,
        "dtype": "torch.float32",
        "shape": {"input": [number]},
        "params": {},
    }


def events(history, with_exit=True):
    """The journal of a history, as the worker and the supervisor would write it."""
    yield {"e": "begin", "level": "core", "case_ids": [], "filter": None, "shard": None}
    yield {"e": "node", "nodeid": NODE, "operator": "x"}
    died = False
    if history.before == "setup_skip":
        yield {"e": "pytest", "nodeid": NODE, "phase": "setup", "outcome": "skipped", "reason": "r"}
    elif history.before == "setup_error":
        yield {"e": "pytest", "nodeid": NODE, "phase": "setup", "outcome": "failed", "reason": "r"}
    else:
        cases = [plan(number) for number in range(len(history.fates))]
        ids = [case["case_id"] for case in cases]
        yield {"e": "plan", "nodeid": NODE, "cases": cases, "matched": ids, "selected": ids}
        ended = False
        for case_id, fate in zip(ids, history.fates, strict=True):
            if fate == "native_skip":
                yield {"e": "end", "case_id": case_id, "status": "SKIP", "reason": "r"}
                continue
            yield {"e": "start", "case_id": case_id}
            for stage in STAGES[: 4 if fate == "pass" else 3]:
                yield {"e": "stage", "case_id": case_id, "stage": stage}
            if fate == "crash":
                died = ended = True
                break
            if fate == "pass":
                yield {"e": "end", "case_id": case_id, "status": "PASSED", "seconds": 0.5}
            elif fate == "source_skip":
                yield {"e": "end", "case_id": case_id, "status": "SKIP", "reason": "r"}
                yield {"e": "pytest", "nodeid": NODE, "phase": "call", "outcome": "skipped", "reason": "r"}
                ended = True
                break
            else:
                lost = FAILURE if fate == "explicit_lost" else None
                yield {
                    "e": "end",
                    "case_id": case_id,
                    "status": "FAILED",
                    "stage": "invoke",
                    "failure": FAILURE,
                    "recovery_failure": lost,
                }
                if fate != "explicit":
                    yield {"e": "stop", "nodeid": NODE, "reason": f"stopped at {case_id}"}
                    ended = True
                    break
        if not ended:
            if history.after in ("skip", "raise", "teardown"):
                outcome = "skipped" if history.after == "skip" else "failed"
                phase = "teardown" if history.after == "teardown" else "call"
                yield {"e": "pytest", "nodeid": NODE, "phase": phase, "outcome": outcome, "reason": "r"}
            elif history.after == "unsupported":
                yield {"e": "unsupported", "nodeid": NODE, "reason": "r"}
            elif history.after == "crash":
                died = True
    if died:
        yield {"e": "death", "type": "SIGSEGV", "message": "m", "hint": "SIGNAL: h", "traceback": ""}
    elif with_exit:
        yield {"e": "exit", "status": history.exit_status}


histories = st.builds(
    model.History,
    st.lists(st.sampled_from(FATES), max_size=8).map(tuple),
    st.sampled_from(AFTER),
    st.sampled_from(("run",) * 8 + ("setup_skip", "setup_error")),
    st.sampled_from((0, 0, 0, 1, 1, 2, 3, 4, 5)),
)


def check(history):
    document = checker.check_report(reporting.build(events(history)).document)
    cases = [record for record in document["records"] if "case_id" in record]
    extra = [record for record in document["records"] if "case_id" not in record]
    wanted_cases, wanted_extra = model.statuses(history)
    assert [record["status"] for record in cases] == wanted_cases
    assert [record["count"] for record in cases] == model.counts(history)
    # A bad exit status without any bad record gets a record that says so.
    assert [record["status"] for record in extra][: len(wanted_extra)] == wanted_extra
    assert len(extra) - len(wanted_extra) == (
        document["status"] == "FAILED"
        and not {"FAILED", "NOT_RUN"} & {*wanted_cases, *wanted_extra}
        and history.exit_status != 1
    )
    assert document["status"] == model.overall(history)
    return document


@given(histories)
@settings(max_examples=HISTORIES, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)
def test_histories(history):
    check(history)


def test_random_histories_in_bulk():
    seed = int(os.environ.get("REFERENCE_SEED", "0")) or random.SystemRandom().randrange(1, 2**32)
    print(f"REFERENCE_SEED={seed}")
    chance = random.Random(seed)
    for _ in range(HISTORIES):
        fates = tuple(chance.choice(FATES) for _ in range(chance.randrange(8)))
        check(model.History(fates, chance.choice(AFTER), "run", chance.choice((0, 0, 1, 2, 5))))


@given(histories, st.data())
@settings(max_examples=HISTORIES, deadline=None, suppress_health_check=list(HealthCheck))
def test_cut_anywhere(history, data):
    """A journal cut at any point gives a valid report, never a pass, that keeps the finished cases."""
    whole = list(events(history))
    cut = data.draw(st.integers(0, len(whole)))
    document = checker.check_report(reporting.build(whole[:cut]).document)
    if not any(event["e"] == "exit" for event in whole[:cut]):
        assert document["status"] == "FAILED"
    skipped = any(r["status"] == "SKIP" and "pytest_phase" in r for r in document["records"])
    by_id = {record.get("case_id"): record["status"] for record in document["records"]}
    for event in whole[:cut]:
        if event["e"] == "end":
            final = "SKIP" if skipped and event["status"] == "PASSED" else event["status"]
            assert by_id[event["case_id"]] == final


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec=None)), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(anything)
def test_any_value_becomes_strict_json(value):
    checker.strict_json(reporting.to_json({"value": value}))


def build(*more, **order):
    """The report of a run of two cases that both pass."""
    base = {"target": "//b:x", "node": NODE, "level": "core", "device": "cpu", "frozen": None}
    return reporting.build(
        [{"e": "run", **base, **order}, *events(model.History(("pass", "pass"), exit_status=0)), *more]
    )


@pytest.mark.parametrize(
    ("status", "expected", "skips", "allow", "ok", "word"),
    [
        ("PASSED", "PASSED", 0, False, True, "as expected"),
        ("PASSED", "PASSED", 1, False, False, "allow_skips = True"),
        ("PASSED", "PASSED", 1, True, True, "as expected"),
        ("FAILED", "PASSED", 0, False, False, "expected PASSED"),
        ("UNSUPPORTED", "UNSUPPORTED", 0, False, True, "as expected"),
        ("PASSED", "UNSUPPORTED", 0, False, False, 'delete the line `expected_status = "UNSUPPORTED"`'),
        ("ALL_SKIP", "PASSED", 1, True, False, "expected PASSED"),
        ("ALL_SKIP", "ALL_SKIP", 1, False, True, "as expected"),
        ("NO_CASES", "PASSED", 0, True, False, "expected PASSED"),
        ("NO_CASES", "NO_CASES", 0, False, True, "as expected"),
    ],
)
def test_verdict(status, expected, skips, allow, ok, word):
    report = reporting.Report(
        {"status": status, "records": [{"status": "SKIP", "reason": "r"}] * skips},
        reporting.Selection(), 2, 2, [], {}, {}, 0,
    )  # fmt: skip
    verdict = reporting.judge(report, expected, allow)
    assert verdict.ok is ok
    assert word in verdict.reason


@pytest.mark.parametrize("case", [True, False])
def test_expected_failure_is_one_of_a_case(case):
    if case:
        report = reporting.build(events(model.History(("pass", "unknown"), exit_status=1)))
    else:
        report = reporting.build(events(model.History((), before="setup_error", exit_status=1)))
    assert report.status == "FAILED"
    verdict = reporting.judge(report, "FAILED")
    assert verdict.ok is case
    assert case or "no case failed, the run itself did: r" in verdict.reason


FROZEN = [plan(0), plan(1)]


def test_frozen_list_that_agrees():
    assert build(frozen=FROZEN).status == "PASSED"


@pytest.mark.parametrize(
    ("frozen", "words"),
    [
        ([*FROZEN, plan(2)], ["lost", "core::float32::2"]),
        ([plan(0)], ["new", "core::float32::1"]),
        (
            [plan(0), {**plan(1), "shape": {"input": [99]}}],
            ["float32::1 has shape {'input': [1]}, frozen {'input': [99]}"],
        ),
        ([plan(0), {**plan(1), "params": {"dim": 0}}], ["has params"]),
        # Equal to Python, not to an operator.
        ([plan(0), {**plan(1), "ordinal": 1.0}], ["has ordinal 1, frozen 1.0"]),
    ],
)
def test_frozen_list_that_differs(frozen, words):
    report = build(frozen=frozen)
    checker.check_report(report.document)
    assert report.status == "FAILED"
    (record,) = [r for r in report.records if "pytest_phase" in r]
    for word in words:
        assert word in record["reason"]
    lost = [record for record in report.records if record["status"] == "NOT_RUN"]
    assert [record["case_id"] for record in lost] == [f["case_id"] for f in frozen[2:]]


def test_an_expected_failure_hides_no_lost_case():
    history = events(model.History(("pass", "unknown"), exit_status=1))
    report = reporting.build([{"e": "run", "node": NODE, "frozen": [*FROZEN, plan(2)]}, *history])
    verdict = reporting.judge(report, "FAILED")
    assert not verdict.ok and "lost" in verdict.reason and f"{CORE}::2" in verdict.reason
    history = events(model.History(("pass", "unknown"), exit_status=1))
    agreed = reporting.build([{"e": "run", "node": NODE, "frozen": FROZEN}, *history])
    assert reporting.judge(agreed, "FAILED").ok


def test_frozen_list_after_a_crash_has_the_rest():
    crashed = [*events(model.History(("pass", "crash")))]
    report = reporting.build([{"e": "run", "node": NODE, "frozen": [plan(n) for n in range(4)]}, *crashed])
    checker.check_report(report.document)
    assert [record["status"] for record in report.records] == ["PASSED", "FAILED", "NOT_RUN", "NOT_RUN"]
    assert "the run ended before" in report.records[3]["reason"]


def test_frozen_list_after_a_crash_when_the_plan_is_known_to_be_whole():
    crashed = [*events(model.History(("pass", "crash"))), {"e": "planned", "nodeid": NODE}]
    report = reporting.build([{"e": "run", "node": NODE, "frozen": [plan(n) for n in range(3)]}, *crashed])
    checker.check_report(report.document)
    assert f"lost {CORE}::2" in str(report.drift)
    assert not reporting.judge(report, "FAILED").ok


def test_damaged_journal_is_never_a_pass():
    report = build({"e": "damage", "line": 7})
    assert report.status == "FAILED"
    assert "line 7" in report.records[-1]["reason"]


def test_failure_is_kept_when_the_device_never_answers():
    case_id = plan(0)["case_id"]
    report = reporting.build(
        [
            {"e": "plan", "nodeid": NODE, "cases": [plan(0)], "selected": [case_id]},
            {"e": "start", "case_id": case_id},
            {"e": "stage", "case_id": case_id, "stage": "invoke"},
            {"e": "failure", "case_id": case_id, "stage": "invoke", "failure": FAILURE, "hint": "h"},
            {
                "e": "death",
                "type": "TimeoutError",
                "message": "hung",
                "hint": "TIMEOUT: t",
                "traceback": "where",
            },
        ]
    )
    (record,) = checker.check_report(report.document)["records"]
    assert record["failure"] == FAILURE and record["hint"] == "h"
    assert record["recovery_failure"]["type"] == "TimeoutError"

# SPDX-License-Identifier: Apache-2.0
"""Observations to one result. Pure: no file, no clock, and the order of the observations does not matter.

The rules: the latest attempt is the verdict and earlier ones are evidence; the same case with different
verdicts at places of equal standing (shards, runs, targets, inputs) is a conflict and never a pass; what is
missing, damaged or foreign is named and never a pass.
"""

from __future__ import annotations

import collections
import dataclasses
import functools
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from tools.collect.observation import Findings, Observation, Place, State
from tools.collect.reading import SCHEMA

CONFLICT = "CONFLICT"
NO_REPORT = "NO_REPORT"

# Worst first: the order in which a cell, a target or a list shows what matters.
VERDICTS = (CONFLICT, "FAILED", NO_REPORT, "NOT_RUN", "UNSUPPORTED", "SKIP", "PASSED")

# What a record says of its case before anything has run.
_PLAN = ("nodeid", "operator", "case_id", "ordinal", "dtype", "shape", "params")

UNKNOWN_DEVICE = "unknown device"


@dataclasses.dataclass(frozen=True)
class Sighting:
    """One place that spoke of a case: the evidence behind its verdict."""

    place: Place
    status: str
    where: str
    final: bool


@dataclasses.dataclass(frozen=True)
class Case:
    """One case on one device, or one pytest-level record.

    Attributes:
        device: Name of the device.
        record: The v1 record, as the report had it, or as it had to be changed to be believed.
        verdict: One of `VERDICTS`.
        labels: Targets that reported it.
        sightings: All that was said of it, if more than one thing was.
        note: The contradiction, if there is one.
    """

    device: str
    record: dict[str, Any]
    verdict: str
    labels: tuple[str, ...]
    sightings: tuple[Sighting, ...] = ()
    note: str = ""


@dataclasses.dataclass(frozen=True)
class Target:
    """One target on one device.

    Attributes:
        label: Its label.
        device: Name of the device.
        operator: Its operator; made from the label when no report names one.
        verdict: A v1 report status, or what stands in for one: `NO_REPORT`, `DAMAGED`, `INCOMPATIBLE`,
            `CONFLICT`.
        expected: The status that the target expects.
        ok: Whether all is as expected.
        why: What is not, and what is worth knowing; one line each.
        counts: Cases by verdict.
        wall: Seconds that its attempts took, None if unknown.
        wait: Seconds that they waited, None if unknown.
        bazel: Bazel's word.
        cached: `local`, `remote` or empty.
        strategy: How Bazel ran it.
        attempts: Most attempts that a shard or run of it needed.
        shards: How many shards and runs there were.
        partial: Whether only some of its cases were asked for.
        flaky: Whether an earlier attempt ended otherwise.
        where: Path of its (first) report.
        log: Path of its (first) log.
    """

    label: str
    device: str
    operator: str
    verdict: str
    expected: str
    ok: bool
    why: tuple[str, ...]
    counts: dict[str, int]
    wall: float | None
    wait: float | None
    bazel: str
    cached: str
    strategy: str
    attempts: int
    shards: int
    partial: bool
    flaky: bool
    where: str
    log: str


@dataclasses.dataclass(frozen=True)
class Problem:
    """Something that is wrong with an input rather than with a case."""

    kind: str
    where: str
    message: str


@dataclasses.dataclass(frozen=True)
class Merged:
    """All of it.

    Attributes:
        ok: Whether all is as expected; the exit code says the same.
        status: The merged v1 status.
        cases: Every case and pytest-level record, in order.
        targets: Every target, in order.
        problems: Damaged, foreign and missing inputs, conflicts, unbelievable records.
        devices: Environment by device name.
        families: Family by operator.
        others: Tests that are no reference checks, as (label, Bazel's word).
        newest: Start of the newest attempt, seconds since the epoch; 0 if unknown.
    """

    ok: bool
    status: str
    cases: tuple[Case, ...]
    targets: tuple[Target, ...]
    problems: tuple[Problem, ...]
    devices: dict[str, dict[str, Any]]
    families: dict[str, str]
    others: tuple[tuple[str, str], ...]
    newest: float


def device_name(environment: Mapping[str, Any]) -> str:
    """Names the device of an environment.json; empty if it names none."""
    device = environment.get("device")
    found = device.get("found") if isinstance(device, Mapping) else None
    if not isinstance(found, Mapping):
        return ""
    # The executors of one pool may have different processors; they are one device all the same.
    if found.get("kind") == "cpu":
        return "CPU"
    return str(found.get("model") or found.get("kind") or "").strip()


def _promised_device(environment: Mapping[str, Any]) -> str:
    """Names the device that an attempt was promised, which it never found."""
    device = environment.get("device")
    if not isinstance(device, Mapping):
        return ""
    promised = device.get("promised")
    models = promised.get("devices") if isinstance(promised, Mapping) else None
    if isinstance(models, list) and models and isinstance(models[0], Mapping) and models[0].get("model"):
        return str(models[0]["model"])
    requested = str(device.get("requested") or "")
    return "CPU" if requested == "cpu" else requested


def overall_status(statuses: Iterable[str]) -> str:
    """Gives the v1 status of records with the given statuses (the part of the rule that looks at records)."""
    seen = set(statuses)
    if seen & {"FAILED", "NOT_RUN"}:
        return "FAILED"
    if "UNSUPPORTED" in seen:
        return "UNSUPPORTED"
    if "PASSED" in seen:
        return "PASSED"
    return "ALL_SKIP" if seen else "NO_CASES"


def combined_status(statuses: Iterable[str]) -> str:
    """Gives the status of several reports taken as one: the first of v1's order that any of them has."""
    seen = set(statuses)
    return next(
        (status for status in ("FAILED", "UNSUPPORTED", "PASSED", "ALL_SKIP") if status in seen), "NO_CASES"
    )


def _believed(record: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Gives a record as it may be believed, and what was not believed; a pass is exactly one call."""
    if record["status"] != "PASSED":
        return record, ""
    count = record.get("count")
    wrong = ""
    if type(count) is not int or count != 1:
        wrong = f"PASSED with a count of {count!r}, where a pass is exactly one call"
    elif not record.get("case_id"):
        wrong = "PASSED without a case id"
    elif record.get("failure") or record.get("stage"):
        wrong = "PASSED with a failure in the same record"
    if not wrong:
        return record, ""
    line = f"{record.get('case_id') or record['nodeid']}: {wrong}"
    if record.get("case_id"):
        # Nothing shows that it ran, and a cause is not to be invented.
        plain = {name: record[name] for name in _PLAN if name in record}
        return plain | {"count": 0, "status": "NOT_RUN", "reason": f"not believed: {wrong}"}, line
    return _node_failure(record["nodeid"], record.get("operator"), f"not believed: {wrong}"), line


def _node_failure(nodeid: str, operator: str | None, reason: str) -> dict[str, Any]:
    """Makes a pytest-level record for what went wrong outside any case."""
    return {
        "nodeid": nodeid,
        "operator": operator,
        "status": "FAILED",
        "pytest_phase": "setup",
        "reason": reason,
    }


def _key(record: Mapping[str, Any]) -> tuple[str, ...]:
    """What makes two records speak of one thing."""
    if record.get("case_id"):
        return ("case", str(record["case_id"]))
    # A node may have several pytest-level records, and they do not contradict one another.
    return (
        "node",
        record["nodeid"],
        str(record.get("pytest_phase", "")),
        record["status"],
        str(record.get("reason", "")),
    )


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


@functools.total_ordering
class _Whole:
    """All of an observation as something to be ordered, worked out only when nothing cheaper differs."""

    def __init__(self, observation: Observation):
        self.observation = observation

    @functools.cached_property
    def text(self) -> str:
        return _canonical(dataclasses.asdict(self.observation))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Whole) and self.text == other.text

    def __lt__(self, other: _Whole) -> bool:
        return self.text < other.text


def _order(observation: Observation) -> tuple[Any, ...]:
    """A total order, so that the result does not hang on the order of discovery."""
    return observation.place, observation.where, observation.state, _Whole(observation)


def _once(observations: Iterable[Observation]) -> list[Observation]:
    """Drops a second sighting of one and the same file; the one that knows Bazel's word stays."""
    kept: dict[str, Observation] = {}
    rest: list[Observation] = []
    for one in sorted(observations, key=_order):
        if not one.identity:
            rest.append(one)
            continue
        other = kept.get(one.identity)
        if other is None or (bool(one.bazel), one.wait is not None) > (
            bool(other.bazel),
            other.wait is not None,
        ):
            kept[one.identity] = one
    return sorted([*kept.values(), *rest], key=_order)


def _with_devices(observations: list[Observation]) -> list[tuple[str, Observation]]:
    """Gives each observation its device; without an environment that of its target or its input."""
    by_root: dict[str, set[str]] = collections.defaultdict(set)
    by_label: dict[tuple[str, str], set[str]] = collections.defaultdict(set)
    for one in observations:
        name = device_name(one.environment)
        if name:
            by_root[one.place.root].add(name)
            by_label[one.place.root, one.place.label].add(name)
    everywhere = set().union(*by_root.values()) if by_root else set()
    placed = []
    for one in observations:
        name = device_name(one.environment)
        for known in (
            by_label[one.place.root, one.place.label],
            by_root[one.place.root],
            everywhere if not by_root[one.place.root] else (),
        ):
            if not name and len(known) == 1:
                name = next(iter(known))
        placed.append((name or _promised_device(one.environment) or UNKNOWN_DEVICE, one))
    return placed


def _operator(label: str) -> str:
    """Guesses the operator of a target whose report does not name it."""
    name = label.rpartition(":")[2].rpartition("/")[2]
    return name.removesuffix("_ref") or label


def _layouts(
    observations: list[Observation],
) -> tuple[list[Observation], list[Observation]]:
    """Splits a target's observations in one input into the newest layout and what earlier runs left.

    Bazel leaves `shard_1_of_2` in place when a later run has four shards or none. A tree alone tells them
    apart by time only.
    """
    layouts: dict[tuple[int, int], list[Observation]] = collections.defaultdict(list)
    for one in observations:
        layouts[one.place.shards, one.place.runs].append(one)
    if len(layouts) < 2:
        return observations, []
    ranked = sorted(layouts.items(), key=lambda item: (max(one.started for one in item[1]), item[0]))
    current = ranked[-1][1]
    return current, [one for _, old in ranked[:-1] for one in old]


def _finals(observations: list[Observation]) -> tuple[list[Observation], list[Observation]]:
    """Splits observations into those of the latest attempt at each place and the earlier ones."""
    latest: dict[tuple[int, int], int] = {}
    for one in observations:
        spot = (one.place.shard, one.place.run)
        latest[spot] = max(latest.get(spot, 0), one.place.attempt)
    final, earlier = [], []
    for one in observations:
        (final if one.place.attempt == latest[one.place.shard, one.place.run] else earlier).append(one)
    return final, earlier


@dataclasses.dataclass
class _Said:
    """What was said of one case so far."""

    records: list[tuple[Observation, dict[str, Any]]] = dataclasses.field(default_factory=list)
    earlier: list[Sighting] = dataclasses.field(default_factory=list)
    position: tuple[Any, ...] = ()


def _conflict(said: _Said) -> tuple[dict[str, Any], str]:
    """Gives the worst record of a case with different verdicts, and a line that says who said what."""
    by_status: dict[str, list[str]] = collections.defaultdict(list)
    for one, record in said.records:
        by_status[record["status"]].append(str(one.place))
    told = "; ".join(
        f"{status} in {', '.join(sorted(set(by_status[status])))}"
        for status in VERDICTS
        if status in by_status
    )
    worst = next(status for status in VERDICTS if status in by_status)
    records = [item for item in said.records if item[1]["status"] == worst]
    return _first(records), f"different verdicts: {told}"


def _first(records: list[tuple[Observation, dict[str, Any]]]) -> dict[str, Any]:
    return min(records, key=lambda item: (_order(item[0]), _canonical(item[1])))[1]


def _case(device: str, said: _Said) -> Case:
    statuses = {record["status"] for _, record in said.records}
    sightings = tuple(
        sorted(
            [
                *(Sighting(one.place, record["status"], one.where, True) for one, record in said.records),
                *said.earlier,
            ],
            key=lambda sighting: (sighting.place, sighting.where, sighting.status),
        )
    )
    labels = tuple(sorted({one.place.label for one, _ in said.records}))
    note = ""
    if len(statuses) > 1:
        (record, note), verdict = _conflict(said), CONFLICT
    else:
        record = _first(said.records)
        verdict = record["status"]
    return Case(device, record, verdict, labels, sightings if len(sightings) > 1 else (), note)


def _time(known: float | None, one: Observation, key: str) -> float | None:
    """Gives a time that Bazel told, else the one that the runner wrote down, in seconds."""
    if known is not None:
        return known
    told = one.environment.get(key)
    return float(told) if isinstance(told, int | float) and not isinstance(told, bool) else None


_BAZEL_WORDS = {
    "TIMEOUT": "time-out",
    "FAILED_TO_BUILD": "not built",
    "REMOTE_FAILURE": "infrastructure failure",
    "INCOMPLETE": "interrupted",
    "NO_STATUS": "never ran",
    "BLAZE_HALTED_BEFORE_TESTING": "never ran",
}


def _absence(one: Observation) -> str:
    """Says in one line why there is no usable report."""
    word = one.bazel.partition(" ")[0]
    parts = []
    if one.state == State.ABSENT and word in _BAZEL_WORDS:
        parts.append(_BAZEL_WORDS[word])
    parts.append(one.problem or "no report was left")
    if one.detail:
        parts.append(one.detail.strip().splitlines()[0])
    return "; ".join(parts)


def _expected(observations: Iterable[Observation]) -> str:
    """Finds the status that a target expects: its environment or report may say so, else it is PASSED."""
    for one in observations:
        for source in (one.environment, one.report or {}):
            value = source.get("expected_status")
            if isinstance(value, str) and value:
                return value
    return "PASSED"


def _judged(final: list[Observation], expected: str, doubtful: bool) -> tuple[bool, list[str]]:
    """Compares the reports of a target, and Bazel's word for them, with what it expects.

    The shards of a run are judged together: one of them may hold nothing but skipped cases, or none.

    Args:
        final: The latest attempt at each place.
        expected: The v1 status that the target expects.
        doubtful: Whether something else is wrong with the target already.

    Returns:
        Whether all is as expected, and what is not.
    """
    why: list[str] = []
    runs: dict[tuple[str, int], list[Observation]] = collections.defaultdict(list)
    for one in final:
        if one.state == State.REPORT:
            runs[one.place.root, one.place.run].append(one)
    for seen in runs.values():
        status = combined_status((one.report or {})["status"] for one in seen)
        if status != expected:
            why.append(f"the report is {status}, expected {expected}")
        elif status == "PASSED":
            why += _uncovered(seen)
    if not why:
        # The runner knows more than its report says, e.g. whether skipped cases are allowed.
        why += [
            str(one.environment.get("verdict") or f"the runner ended with {one.environment['exit_code']}")
            for one in final
            if one.state == State.REPORT and one.environment.get("exit_code", 0) != 0
        ]
    if not why and not doubtful:
        red = sorted({one.bazel for one in final if one.bazel not in ("", "PASSED", "FLAKY", "SKIPPED")})
        if red:
            why.append(f"Bazel says {', '.join(red)}, though the report is as expected; see the log")
    return not why, why


def _selection(one: Observation) -> Mapping[str, Any]:
    """Gives what an attempt says of the cases that it was asked for."""
    selection = one.environment.get("selection")
    return selection if isinstance(selection, Mapping) else {}


def _uncovered(seen: list[Observation]) -> list[str]:
    """Says whether the reports of a run lack cases that were planned, as far as their environments tell."""
    planned = [_selection(one).get("planned") for one in seen]
    if any(type(number) is not int for number in planned):
        return []
    records = [record for one in seen for record in (one.report or {})["records"]]
    skipped = any(record["status"] == "SKIP" and not record.get("case_id") for record in records)
    present = {record["case_id"] for record in records if record.get("case_id")}
    filtered = any(_selection(one).get("kind") == "filtered" for one in seen)
    if filtered or skipped or len(present) >= max(planned):
        return []
    return [f"the report has {len(present)} of {max(planned)} planned cases"]


class _Merger:
    """Gathers while the observations are gone through; `result` closes it."""

    def __init__(self, families: Mapping[str, str]):
        self.families = dict(families)
        self.said: dict[tuple[str, tuple[str, ...]], _Said] = {}
        self.problems: set[Problem] = set()
        self.targets: list[Target] = []
        self.extra: list[Case] = []

    def target(self, device: str, label: str, observations: list[Observation]) -> None:
        """Takes in all that was seen of one target on one device."""
        final: list[Observation] = []
        earlier: list[Observation] = []
        stale: list[Observation] = []
        by_root: dict[str, list[Observation]] = collections.defaultdict(list)
        for one in observations:
            by_root[one.place.root].append(one)
        for seen in by_root.values():
            current, old = _layouts(seen)
            stale += old
            last, before = _finals(current)
            final += last
            earlier += before

        expected = _expected([*final, *earlier])
        why: list[str] = []
        ok = True
        for number, one in enumerate(final):
            good, lines = self._final(device, one, number)
            ok &= good
            why += lines
        good, lines = _judged(final, expected, doubtful=not ok)
        ok &= good
        why += lines
        self._evidence(device, final, earlier, stale)

        flaky = any(one.bazel == "FLAKY" for one in final) or any(
            one.bazel not in ("", "PASSED")
            or one.state != State.REPORT
            or (one.report or {})["status"] != expected
            for one in earlier
        )
        if earlier and ok:
            why.append(
                f"needed {max(one.place.attempt for one in final)} attempts"
                + ("; an earlier one ended otherwise" if flaky else "")
            )
        chosen = [_selection(one) for one in final if _selection(one).get("kind") == "filtered"]
        if chosen:
            why.append(
                f"a filter chose {sum(int(one.get('selected') or 0) for one in chosen)} of "
                f"{max(int(one.get('planned') or 0) for one in chosen)} cases: the rest was not looked at"
            )
        if stale:
            kinds = sorted(
                {
                    str(dataclasses.replace(one.place, attempt=1)).partition(", ")[2] or "whole"
                    for one in stale
                }
            )
            why.append(f"left by an earlier run and not counted: {'; '.join(kinds)}")
        self.targets.append(self._row(device, label, final, earlier, expected, ok, why, flaky))

    def _final(self, device: str, one: Observation, number: int) -> tuple[bool, list[str]]:
        """Takes in a latest attempt; says whether it is as expected, and what is to be said of it."""
        label, where = one.place.label, one.where or str(one.place)
        if one.state != State.REPORT:
            if one.bazel == "SKIPPED":
                return True, [
                    "incompatible with this device or platform" + (f": {one.detail}" if one.detail else "")
                ]
            line = _absence(one)
            kind = "no report" if one.state == State.ABSENT else str(one.state)
            self.problems.add(Problem(kind, where if one.state != State.ABSENT else str(one.place), line))
            self.extra.append(
                Case(
                    device,
                    _node_failure(label, _operator(label), f"no usable report of {one.place}: {line}"),
                    NO_REPORT,
                    (label,),
                )
            )
            return False, [line]

        report = one.report or {}
        why: list[str] = []
        ok = True
        twice: collections.Counter[str] = collections.Counter()
        for position, original in enumerate(report["records"]):
            record, doubt = _believed(original)
            if doubt:
                self.problems.add(Problem("not believed", where, doubt))
                ok = False
                why.append(doubt)
            if record.get("case_id"):
                twice[record["case_id"]] += 1
            said = self.said.setdefault((device, _key(record)), _Said())
            said.records.append((one, record))
            spot = (record["nodeid"], label, one.place.shard, position, number)
            said.position = min(said.position, spot) if said.position else spot
        for case_id in sorted(name for name, count in twice.items() if count > 1):
            line = f"{case_id} is in the report {twice[case_id]} times"
            self.problems.add(Problem("not believed", where, line))
            ok = False
            why.append(line)

        status = report["status"]
        seen = {record["status"] for record in report["records"]}
        line = ""
        if status == "PASSED" and (seen & {"FAILED", "NOT_RUN", "UNSUPPORTED"} or "PASSED" not in seen):
            line = f"the report says PASSED over records that are {', '.join(sorted(seen)) or 'not there'}"
        if line:
            self.problems.add(Problem("not believed", where, line))
            ok = False
            why.append(line)
        if one.bazel == "TIMEOUT":
            why.append("the target ran out of time")
        if status == "FAILED" and not seen & {"FAILED", "NOT_RUN"}:
            why.append("no record failed: pytest itself did, see the log")
        return ok, why

    def _evidence(
        self,
        device: str,
        final: list[Observation],
        earlier: list[Observation],
        stale: list[Observation],
    ) -> None:
        """Adds what earlier attempts and earlier runs said to the cases they spoke of."""
        spots = {
            (one.place.root, one.place.shard, one.place.run): one
            for one in final
            if one.state != State.REPORT and one.bazel != "SKIPPED"
        }
        for one in [*earlier, *stale]:
            if one.report is None:
                continue
            lost = spots.get((one.place.root, one.place.shard, one.place.run)) if one in earlier else None
            for position, record in enumerate(one.report["records"]):
                if not record.get("case_id"):
                    continue
                key = (device, _key(record))
                if key not in self.said and lost is not None:
                    # The case must not vanish with the attempt that lost it, nor may the older verdict stand.
                    plain = {name: record[name] for name in _PLAN if name in record}
                    gone = plain | {
                        "count": 0,
                        "status": "NOT_RUN",
                        "reason": f"attempt {lost.place.attempt} left no usable report",
                    }
                    self.said[key] = _Said(
                        [(lost, gone)], [], (record["nodeid"], one.place.label, one.place.shard, position, 0)
                    )
                if key in self.said:
                    self.said[key].earlier.append(Sighting(one.place, record["status"], one.where, False))

    def _row(
        self,
        device: str,
        label: str,
        final: list[Observation],
        earlier: list[Observation],
        expected: str,
        ok: bool,
        why: list[str],
        flaky: bool,
    ) -> Target:
        reports = [one for one in final if one.state == State.REPORT]
        operator = ""
        for one in reports:
            operator = operator or next(
                (
                    str(record["operator"])
                    for record in (one.report or {})["records"]
                    if record.get("operator")
                ),
                "",
            )
        lost = [one for one in final if one.state != State.REPORT]
        if lost and all(one.bazel == "SKIPPED" for one in lost) and not reports:
            verdict = "INCOMPATIBLE"
        elif any(one.state not in (State.REPORT, State.ABSENT, State.NOT_FETCHED) for one in lost):
            verdict = "DAMAGED"
        elif any(one.bazel != "SKIPPED" for one in lost):
            verdict = NO_REPORT
        else:
            verdict = combined_status((one.report or {})["status"] for one in reports)
        walls = [_time(one.wall, one, "seconds") for one in [*final, *earlier]]
        timed = [wall for wall in walls if wall is not None]
        waits = [(one.wait, _time(None, one, "waiting_s")) for one in final]
        waited = [sum(part or 0.0 for part in parts) for parts in waits if parts != (None, None)]
        return Target(
            label=label,
            device=device,
            operator=operator or _operator(label),
            verdict=verdict,
            expected=expected,
            ok=ok,
            why=tuple(dict.fromkeys(why)),
            counts={},
            wall=round(sum(timed), 3) if timed else None,
            wait=round(sum(waited), 3) if waited else None,
            bazel=", ".join(sorted({one.bazel for one in final if one.bazel})),
            cached=", ".join(sorted({one.cached for one in final if one.cached})),
            strategy=", ".join(sorted({one.strategy for one in final if one.strategy})),
            attempts=max(one.place.attempt for one in final),
            shards=len(final),
            partial=any(_selection(one).get("kind") == "filtered" for one in final),
            flaky=flaky,
            where=next((one.where for one in final if one.where), ""),
            log=next((one.log for one in final if one.log), ""),
        )

    def result(
        self,
        devices: dict[str, dict[str, Any]],
        findings: Findings,
        newest: float,
    ) -> Merged:
        """Closes the merge."""
        for where, message in findings.problems:
            self.problems.add(Problem("input", where, message))
        ordered = sorted(self.said.items(), key=lambda item: (item[0][0], item[1].position, item[0][1]))
        cases = [_case(device, said) for (device, _), said in ordered]
        cases += sorted(self.extra, key=lambda case: (case.device, case.labels, str(case.record["reason"])))
        counts: dict[tuple[str, str], collections.Counter[str]] = collections.defaultdict(collections.Counter)
        conflicts: dict[tuple[str, str], list[str]] = collections.defaultdict(list)
        for case in cases:
            for label in case.labels:
                counts[case.device, label][case.verdict] += 1
            if case.verdict == CONFLICT:
                name = str(case.record.get("case_id"))
                self.problems.add(Problem("conflict", f"{case.device}: {name}", case.note))
                for label in case.labels:
                    conflicts[case.device, label].append(name)
        targets = []
        for target in sorted(self.targets, key=lambda one: (one.device, one.label)):
            clash = conflicts.get((target.device, target.label), [])
            if clash:
                more = f" and {len(clash) - 1} more" if len(clash) > 1 else ""
                target = dataclasses.replace(
                    target,
                    ok=False,
                    verdict=CONFLICT,
                    why=(*target.why, f"different verdicts for {clash[0]}{more}"),
                )
            tally = counts[target.device, target.label]
            targets.append(
                dataclasses.replace(target, counts={name: tally[name] for name in VERDICTS if tally[name]})
            )
        # A report may be FAILED by pytest's exit status alone; that must not be lost in the sum.
        statuses = ["FAILED" if case.verdict == CONFLICT else case.record["status"] for case in cases]
        statuses += ["FAILED"] * any(target.verdict == "FAILED" for target in targets)
        statuses += ["UNSUPPORTED"] * any(target.verdict == "UNSUPPORTED" for target in targets)
        problems = tuple(sorted(self.problems, key=lambda one: (one.kind, one.where, one.message)))
        return Merged(
            ok=bool(targets) and not problems and all(target.ok for target in targets),
            status=overall_status(statuses),
            cases=tuple(cases),
            targets=tuple(targets),
            problems=problems,
            devices=devices,
            families=self.families,
            others=tuple(sorted(set(findings.others))),
            newest=newest,
        )


def merge(
    findings: Findings, families: Mapping[str, str] | None = None, wanted: Iterable[str] = ()
) -> Merged:
    """Merges all that was found.

    Args:
        findings: What the inputs held, in any order.
        families: Family by operator, for the totals a family.
        wanted: Labels that must be there; one that is not becomes a row without a report.

    Returns:
        The merged result; it is the same for any order of the observations.
    """
    observations = _once(findings.observations)
    placed = _with_devices(observations)
    known = sorted({device for device, _ in placed})
    seen = {one.place.label for one in observations}
    for label in sorted(set(wanted) - seen):
        for device in known or [UNKNOWN_DEVICE]:
            missing = Observation(
                Place(label, "wanted"), State.ABSENT, problem="asked for, but no input mentions it"
            )
            placed.append((device, missing))
    groups: dict[tuple[str, str], list[Observation]] = collections.defaultdict(list)
    devices: dict[str, dict[str, Any]] = {}
    for device, one in placed:
        groups[device, one.place.label].append(one)
        if one.environment and not devices.get(device):
            devices[device] = one.environment
        devices.setdefault(device, {})
    merger = _Merger(families or {})
    for (device, label), seen_there in sorted(groups.items(), key=lambda item: item[0]):
        merger.target(device, label, seen_there)
    newest = max((one.started for one in observations), default=0.0)
    return merger.result(dict(sorted(devices.items())), findings, newest)


def report(merged: Merged, device: str | None = None) -> dict[str, Any]:
    """Makes the merged v1 report.

    Args:
        merged: The merged result.
        device: Only this device's records; None for all. With several devices each record says which is its
            own, since a case then stands in the report once for each.

    Returns:
        A report of schema flaggems.reference/v1.
    """
    several = device is None and len(merged.devices) > 1
    records = []
    for case in merged.cases:
        if device is not None and case.device != device:
            continue
        found = [case.record]
        if case.verdict == CONFLICT:
            # v1 has no word for it. The case stands with the worst of its verdicts, and the node fails.
            found.append(_node_failure(case.record["nodeid"], case.record.get("operator"), case.note))
        records += [dict(record, device=case.device) for record in found] if several else found
    statuses = [record["status"] for record in records]
    for target in merged.targets:
        if (device is None or target.device == device) and target.verdict in ("FAILED", "UNSUPPORTED"):
            statuses.append(target.verdict)
    return {
        "schema_version": SCHEMA,
        "phase": "timing",
        "status": overall_status(statuses),
        "records": records,
    }


_NAMES = re.compile(r"(?<![\w.:/])/(?:[\w.+-]+/)+[\w.+-]+|[\w./-]+\.py::[^\s,;]+|//[\w./+-]*:[\w./+-]+")
_NUMBERS = re.compile(r"\b0x[0-9a-fA-F]+\b|(?<![\w.])\d+(?:\.\d+)?\b")


def cause(record: Mapping[str, Any], note: str = "") -> tuple[str, str, str, str]:
    """Gives what groups a record with others of its kind.

    Args:
        record: A v1 record.
        note: What is to be said instead of its own message.

    Returns:
        Stage, category, type and the first line of the message with names of cases and numbers taken out.
    """
    failure = record.get("failure") or {}
    text = str(note or failure.get("message") or record.get("reason") or "").strip()
    line = text.splitlines()[0] if text else ""
    line = _NUMBERS.sub("N", _NAMES.sub("…", line))[:200]
    return (
        str(record.get("stage") or record.get("pytest_phase") or ""),
        str(failure.get("category") or ""),
        str(failure.get("type") or ""),
        line,
    )

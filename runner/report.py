# SPDX-License-Identifier: Apache-2.0
"""From a run's events to its report (``flaggems.reference/v1``) and from the report to a verdict.

Everything here is a pure function of the events, so a report made by the plugin, by the supervisor, or long
afterwards from a journal alone is the same report. The events:

run          the supervisor's order: target, node, expected_status, allow_skips, frozen (the cases of a
             frozen case list) and what else the environment file tells; a further one adds to it
begin        level, device, case_ids, filter, shard of one pytest run
node         nodeid, operator
plan         nodeid, cases, matched (ids asked for), selected (ids of this shard)
start        case_id: its first stage follows
planned      nodeid: after a crash its plans were made once more, all of them
stage        case_id, stage: written before the stage begins
failure      case_id, stage, failure, hint: written before the device is asked whether it still works
end          case_id, status, stage, failure, recovery_failure, hint, reason, seconds, peak_bytes
stop         nodeid, reason: no further case of the node runs
unsupported  nodeid, reason, hint
pytest       nodeid, phase, outcome (``failed`` or ``skipped``), reason, hint
environment  what the worker saw: device, versions, origins
exit         status: pytest's own exit status
death        type, message, hint, traceback: how the worker ended, unless by itself
damage       line: a line of the journal that cannot be read
"""

from __future__ import annotations

import dataclasses
import json
import math
import shlex
from collections.abc import Iterable, Mapping, Sequence

from . import selection as selecting
from .failure import first_line
from .selection import Selection

SCHEMA = "flaggems.reference/v1"
STATUSES = ("PASSED", "FAILED", "SKIP", "UNSUPPORTED", "NOT_RUN")
OVERALL = ("PASSED", "FAILED", "UNSUPPORTED", "ALL_SKIP", "NO_CASES")

Json = dict[str, object]
Record = dict[str, object]


@dataclasses.dataclass(frozen=True)
class Report:
    """A report and what else the events say.

    Attributes:
        document: the v1 document.
        selection: what the run was asked for.
        planned: number of cases in the plan.
        selected: number of cases that this run was to execute.
        measures: for each finished case ``case_id``, ``seconds`` and ``peak_bytes`` (None where unknown).
        environment: the worker's ``environment`` event, without its kind and time.
        order: the supervisor's ``run`` event, likewise.
        exit_status: pytest's exit status, None if it never came to one.
        drift: how the plan differs from the frozen case list, None if it does not.
    """

    document: Json
    selection: Selection
    planned: int
    selected: int
    measures: list[Json]
    environment: Json
    order: Json
    exit_status: int | None
    drift: str | None = None

    @property
    def status(self) -> str:
        """The overall status."""
        return str(self.document["status"])

    @property
    def records(self) -> list[Record]:
        """The records, in order."""
        return self.document["records"]  # type: ignore[return-value]


@dataclasses.dataclass(frozen=True)
class Verdict:
    """Is the report the one that was expected, and if not, why."""

    ok: bool
    expected: str
    reason: str


@dataclasses.dataclass
class _Case:
    plan: Json
    selected: bool = False
    stage: str | None = None
    called: bool = False
    failure: Json | None = None
    end: Json | None = None
    started: bool = False


@dataclasses.dataclass
class _Node:
    nodeid: str
    operator: str | None = None
    cases: dict[str, _Case] = dataclasses.field(default_factory=dict)
    matched: set[str] = dataclasses.field(default_factory=set)
    stop: str | None = None
    unsupported: list[Json] = dataclasses.field(default_factory=list)
    outcomes: list[Json] = dataclasses.field(default_factory=list)


class _Run:
    """The events, sorted by what they are about."""

    def __init__(self, events: Iterable[Json]) -> None:
        self.order: Json = {}
        self.begin: Json = {}
        self.environment: Json = {}
        self.nodes: dict[str, _Node] = {}
        self.cases: dict[str, _Case] = {}
        self.death: Json | None = None
        self.exit: int | None = None
        self.planned = False
        self.damage: list[int] = []
        self.repeated: list[str] = []
        for event in events:
            body = {key: value for key, value in event.items() if key not in ("e", "t")}
            handle = getattr(self, f"_on_{event['e']}", None)
            if handle:
                handle(body)

    def node(self, nodeid: object) -> _Node:
        return self.nodes.setdefault(str(nodeid), _Node(str(nodeid)))

    @property
    def selection(self) -> Selection:
        source = self.begin or self.order
        shard = source.get("shard")
        return Selection(
            tuple(source.get("case_ids") or ()),  # type: ignore[arg-type]
            source.get("filter"),  # type: ignore[arg-type]
            tuple(shard) if shard else None,  # type: ignore[arg-type]
        )

    def _on_run(self, body: Json) -> None:
        self.order.update(body)

    def _on_begin(self, body: Json) -> None:
        self.begin = body

    def _on_environment(self, body: Json) -> None:
        self.environment.update(body)

    def _on_node(self, body: Json) -> None:
        self.node(body["nodeid"]).operator = body.get("operator")  # type: ignore[assignment]

    def _on_plan(self, body: Json) -> None:
        node = self.node(body["nodeid"])
        selected = set(body["selected"])  # type: ignore[call-overload]
        node.matched.update(body.get("matched", selected))  # type: ignore[arg-type]
        for plan in body["cases"]:  # type: ignore[attr-defined]
            # A second plan of the same node comes from the listing after a crash: what is known stays.
            if plan["case_id"] not in self.cases:
                case = _Case(plan, plan["case_id"] in selected)
                node.cases[plan["case_id"]] = self.cases[plan["case_id"]] = case

    def _on_planned(self, body: Json) -> None:
        self.planned = True

    def _on_start(self, body: Json) -> None:
        case = self.cases[str(body["case_id"])]
        if case.started:
            self.repeated.append(str(body["case_id"]))
        case.started = True

    def _on_stage(self, body: Json) -> None:
        case = self.cases[str(body["case_id"])]
        case.stage = str(body["stage"])
        case.called = case.called or case.stage == "invoke"

    def _on_failure(self, body: Json) -> None:
        self.cases[str(body["case_id"])].failure = body

    def _on_end(self, body: Json) -> None:
        self.cases[str(body["case_id"])].end = body

    def _on_stop(self, body: Json) -> None:
        self.node(body["nodeid"]).stop = str(body["reason"])

    def _on_unsupported(self, body: Json) -> None:
        self.node(body["nodeid"]).unsupported.append(body)

    def _on_pytest(self, body: Json) -> None:
        self.node(body["nodeid"]).outcomes.append(body)

    def _on_exit(self, body: Json) -> None:
        self.exit = int(body["status"])  # type: ignore[call-overload]

    def _on_death(self, body: Json) -> None:
        self.death = self.death or body

    def _on_damage(self, body: Json) -> None:
        self.damage.append(int(body["line"]))  # type: ignore[call-overload]


def build(events: Iterable[Json]) -> Report:
    """The report of a run, from its events alone."""
    run = _Run(events)
    death = run.death
    if death is None and run.exit is None:
        death = {
            "type": "Interrupted",
            "message": "the run was cut off from outside before it came to a result",
            "hint": "INTERRUPTED: supervisor and worker were both killed",
        }
    records = [record for node in run.nodes.values() for record in _node_records(node, death)]
    records += _death_record(run, death, records)
    records += _selection_records(run, records)
    drift, frozen = _frozen_records(run, records)
    records += frozen
    bad = any(record["status"] in ("FAILED", "NOT_RUN") for record in records)
    if run.damage and not bad:
        records.append(_pytest_failure(run, "call", f"the journal cannot be read at line {run.damage[0]}"))
    elif run.repeated and not bad:
        # A plugin that runs failed nodes again would else turn a failure into a pass.
        records.append(_pytest_failure(run, "call", f"the run began case {run.repeated[0]} more than once"))
    elif run.exit not in (None, 0, 1, 5) and not bad:
        records.append(_pytest_failure(run, "setup", f"pytest ended with exit status {run.exit}"))
    records = [clean(record) for record in records]  # type: ignore[misc]
    status = overall(records, run.exit)
    return Report(
        {"schema_version": SCHEMA, "phase": "timing", "status": status, "records": records},
        run.selection,
        len(run.cases),
        sum(case.selected for case in run.cases.values()),
        [
            {"case_id": case_id, "seconds": case.end.get("seconds"), "peak_bytes": case.end.get("peak_bytes")}
            for case_id, case in run.cases.items()
            if case.end
        ],
        run.environment,
        run.order,
        run.exit,
        drift,
    )


def overall(records: Sequence[Mapping[str, object]], exit_status: int | None) -> str:
    """The overall status of records whose mid-flight skips are already applied."""
    found = {record["status"] for record in records}
    if found & {"FAILED", "NOT_RUN"} or exit_status not in (0, 1, 5):
        return "FAILED"
    if "UNSUPPORTED" in found:
        return "UNSUPPORTED"
    if exit_status == 1:
        return "FAILED"
    if "PASSED" in found:
        return "PASSED"
    return "ALL_SKIP" if found else "NO_CASES"


# Hints of a run that was ended from outside, see `runner.death.by_order`.
STOPPED = ("INTERRUPTED: ", "TIMEOUT: the time limit of the whole test")


def judge(report: Report, expected: str = "PASSED", allow_skips: bool = False) -> Verdict:
    """Compare a report with what its target expects."""
    if is_empty_shard(report):
        return Verdict(True, expected, "this shard has no case; others run them")
    if report.status != expected:
        if report.status == "PASSED":
            remedy = f'; it passes now: delete the line `expected_status = "{expected}"` of the target'
        else:
            remedy = ""
        return Verdict(False, expected, f"the status is {report.status}, expected {expected}{remedy}")
    if expected == "FAILED" and not any(
        record["status"] == "FAILED" and "case_id" in record for record in report.records
    ):
        # A device that is not there, or a file that is gone, is not the failure that was expected.
        reason = next((str(r["reason"]) for r in report.records if r["status"] == "FAILED"), "")
        return Verdict(False, expected, f"no case failed, the run itself did: {first_line(reason)}")
    stopped = next((r for r in report.records if str(r.get("hint")).startswith(STOPPED)), None)
    if expected == "FAILED" and stopped:
        # Neither is the end of the time.
        return Verdict(False, expected, f"the run did not come to its end: {stopped['hint']}")
    if report.drift:
        # An expected failure must not hide it.
        return Verdict(False, expected, report.drift)
    skips = [record for record in report.records if record["status"] == "SKIP"]
    if expected == "PASSED" and skips and not allow_skips:
        reason = str(skips[0].get("reason", ""))
        return Verdict(
            False,
            expected,
            f"{len(skips)} skipped ({reason}); if that is right, add `allow_skips = True` to the target",
        )
    part = ""
    if report.selection.kind != "full":
        part = f" ({report.selection.kind}: {report.selected} of {report.planned} cases)"
    return Verdict(True, expected, f"the status is {report.status}, as expected{part}")


def is_empty_shard(report: Report) -> bool:
    """Has the run nothing to do only because other shards do it all?"""
    return report.selection.shard is not None and report.status == "NO_CASES" and report.planned > 0


def summary(report: Report) -> list[str]:
    """A line with the status and the counts, then one line for each failure and for each reason of skips."""
    counts = {status: sum(record["status"] == status for record in report.records) for status in STATUSES}
    shown = ", ".join(f"{count} {status}" for status, count in counts.items() if count) or "no records"
    lines = [f"reference check: {report.status} ({shown})"]
    skips: dict[str, int] = {}
    for record in report.records:
        failure = record.get("failure")
        name = record.get("case_id") or record["nodeid"]
        if record["status"] in ("FAILED", "UNSUPPORTED"):
            if isinstance(failure, Mapping):
                where, what = (
                    f" at {record['stage']}",
                    f"{failure['type']}: {first_line(str(failure['message']))}",
                )
            else:
                where = f" at {record['pytest_phase']}" if "pytest_phase" in record else ""
                what = first_line(str(record.get("reason", "")), 2000)
            hint = f" [{record['hint']}]" if "hint" in record else ""
            lines.append(f"  {record['status']} {name}{where}: {what}{hint}")
        elif record["status"] == "SKIP":
            reason = str(record.get("reason", ""))
            skips[reason] = skips.get(reason, 0) + 1
    lines += [f"  SKIP {count}: {first_line(reason)}" for reason, count in skips.items()]
    return lines


def to_json(document: object) -> str:
    """A document as strict ASCII JSON."""
    return json.dumps(clean(document), indent=1, allow_nan=False) + "\n"


def clean(value: object) -> object:
    """``value`` as any strict JSON reader accepts it: lone surrogates escaped, numbers finite, keys text."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {str(clean(str(key))): clean(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [clean(item) for item in value]
    return value if value is None or isinstance(value, (bool, int)) else clean(str(value))


def _node_records(node: _Node, death: Json | None) -> list[Record]:
    ended_early = next((str(o["reason"]) for o in node.outcomes if o["outcome"] == "failed"), None)
    if node.stop:
        rest = node.stop
    elif death:
        rest = f"the worker ended before this case: {death['message']}"
    elif ended_early:
        rest = f"the node ended before this case: {ended_early.splitlines()[0] if ended_early else ''}"
    else:
        rest = "the node ended before this case"
    records = [
        _case_record(node, case, rest, death)
        for case in node.cases.values()
        if case.selected or case.started or case.end
    ]
    skip = next((outcome for outcome in node.outcomes if outcome["outcome"] == "skipped"), None)
    if skip:
        for record in records:
            if record["status"] in ("PASSED", "NOT_RUN"):
                record.update(status="SKIP", reason=skip["reason"])
    head: Record = {"nodeid": node.nodeid, "operator": node.operator}
    if node.unsupported:
        # One record a node, however many of its benchmarks are refused.
        first = node.unsupported[0]
        records.append(_with({**head, "status": "UNSUPPORTED"}, first, "reason", "hint"))
    for outcome in node.outcomes:
        status = "SKIP" if outcome["outcome"] == "skipped" else "FAILED"
        record = {**head, "status": status, "pytest_phase": outcome["phase"]}
        records.append(_with(record, outcome, "reason", "hint"))
    return records


def _case_record(node: _Node, case: _Case, rest: str, death: Json | None) -> Record:
    record: Record = {
        "nodeid": node.nodeid,
        "operator": node.operator,
        **case.plan,
        "count": int(case.called),
    }
    if case.end:
        record["status"] = case.end["status"]
        return _with(record, case.end, "reason", "stage", "failure", "recovery_failure", "hint")
    if not case.started:
        return {**record, "status": "NOT_RUN", "reason": rest}
    cause = death or {"type": "Interrupted", "message": "the case began and no outcome was written"}
    fate = {
        "category": "UNKNOWN",
        "traceback": "",
        **{k: cause[k] for k in ("type", "message", "traceback") if k in cause},
    }
    record["status"] = "FAILED"
    if case.failure:
        _with(record, case.failure, "stage", "failure", "hint")
        record["recovery_failure"] = fate
        return record
    # A case that has begun is in its first stage, even if the line that says so was lost with the process.
    record.update(stage=case.stage or "build_inputs", failure=fate)
    return _with(record, cause, "hint")


def _death_record(run: _Run, death: Json | None, records: Sequence[Record]) -> list[Record]:
    """A record of its own for a death that no case's record shows."""
    in_flight = any(case.started and not case.end for case in run.cases.values())
    if death is None or in_flight:
        return []
    if run.exit is not None:
        phase = "teardown"
    else:
        phase = "call" if run.cases else "setup"
    return [_pytest_failure(run, phase, str(death["message"]), death.get("hint"))]


def _selection_records(run: _Run, records: Sequence[Record]) -> list[Record]:
    """A record for each case asked for by name that did not run, and for a filter that matches nothing."""
    chosen = run.selection
    by_id = {record["case_id"]: record for record in records if "case_id" in record}
    found: list[Record] = []
    level = run.begin.get("level", "core")
    for case_id in chosen.case_ids:
        nodeid = case_id.rsplit("::", 3)[0]
        node = run.nodes.get(nodeid)
        head = {"nodeid": nodeid, "operator": node.operator if node else None, "status": "FAILED"}
        record = by_id.get(case_id)
        if record and record["status"] in ("PASSED", "FAILED", "NOT_RUN"):
            continue
        if record:
            reason = f"case id {case_id} was not executed: {record.get('reason', '')}"
        elif node and case_id in node.matched:
            continue  # another shard runs it
        elif node and node.cases:
            close = selecting.near(case_id, node.cases) or list(node.cases)[:3]
            listing = f"`--list-cases --level {level}` lists all"
            reason = f"case id {case_id} is unknown; near: {', '.join(close)}; {listing}"
        elif any(other["status"] == "FAILED" for other in records):
            continue  # What kept the node from planning its cases has its own record.
        else:
            reason = f"case id {case_id} was not executed: its node planned no cases"
        found.append({**head, "pytest_phase": "call" if node and node.cases else "setup", "reason": reason})
    matched = any(node.matched for node in run.nodes.values())
    if chosen.pattern is not None and run.cases and not matched and not chosen.case_ids:
        known = selecting.outline(list(run.cases))
        reason = f"the filter {chosen.pattern!r} matches none of {len(run.cases)} cases: {known}"
        found.append(_pytest_failure(run, "call", reason))
    return found


def _frozen_records(run: _Run, records: Sequence[Record]) -> tuple[str | None, list[Record]]:
    """How the plan differs from the frozen case list, None if it does not, and the records that say so."""
    frozen: Sequence[Json] | None = run.order.get("frozen")  # type: ignore[assignment]
    skipped = any(record["status"] == "SKIP" and "pytest_phase" in record for record in records)
    unsupported = any(record["status"] == "UNSUPPORTED" for record in records)
    # A skip that the target expects takes its cases with it, and so does one before the first benchmark.
    allowed = run.order.get("allow_skips") or run.order.get("expected_status") == "ALL_SKIP"
    if frozen is None or (skipped and (allowed or not run.cases)):
        return None, []
    lost = [case for case in frozen if case["case_id"] not in run.cases]
    broken = next(
        (record for record in records if record["status"] == "FAILED" and "case_id" not in record), None
    )
    complete = (run.exit is not None or run.planned) and broken is None and not unsupported
    differences = _differences(frozen, lost if complete else [], run.cases)
    drift = None
    found: list[Record] = []
    if differences:
        drift = f"the plan differs from the frozen case list: {'; '.join(differences)}; {_refresh(run.order)}"
        found.append(_pytest_failure(run, "call", drift))
    if run.selection.kind == "full" and not unsupported:
        nodeid = str(run.order.get("node"))
        operator = run.nodes[nodeid].operator if nodeid in run.nodes else None
        if complete:
            reason = "the frozen case list has this case and the plan does not"
        else:
            reason = "the run ended before this case was planned"
        found += [
            {
                "nodeid": nodeid,
                "operator": operator,
                **case,
                "count": 0,
                "status": "NOT_RUN",
                "reason": reason,
            }
            for case in lost
        ]
    return drift, found


def _refresh(order: Json) -> str:
    """How to refresh the list of a run's target."""
    path = str(order.get("case_list")).removeprefix(f"{order.get('root')}/")
    words = ["--list-cases", "--level", str(order.get("level")), "--output", path]
    command = shlex.join(["python", "-m", "pytest", str(order.get("node")), *words])
    return (
        "if that is meant, refresh the list: `./bazelw run //tools/manifest:update` where it belongs to a"
        f" manifest, else `{command}`"
    )


def _differences(frozen: Sequence[Json], lost: Sequence[Json], plan: Mapping[str, _Case]) -> list[str]:
    texts = []
    if lost:
        texts.append(f"lost {selecting.outline([str(case['case_id']) for case in lost])}")
    listed = {str(case["case_id"]): case for case in frozen}
    added = [case_id for case_id in plan if case_id not in listed]
    if added:
        texts.append(f"new {selecting.outline(added)}")
    for case_id, case in plan.items():
        was = listed.get(case_id)
        for key in ("ordinal", "dtype", "shape", "params"):
            # As text: to Python 1, 1.0 and True are equal, to an operator they are not.
            if was is not None and _text(was[key]) != _text(case.plan[key]):
                texts.append(f"{case_id} has {key} {case.plan[key]}, frozen {was[key]}")
    return texts[:20] + ([f"{len(texts) - 20} more"] if len(texts) > 20 else [])


def _text(value: object) -> str:
    return json.dumps(clean(value), sort_keys=True)


def _pytest_failure(run: _Run, phase: str, reason: str, hint: object = None) -> Record:
    """A pytest-level record of the run's one node, or of its last."""
    nodeid = str(run.order.get("node") or next(reversed(run.nodes), ""))
    operator = run.nodes[nodeid].operator if nodeid in run.nodes else None
    record = {
        "nodeid": nodeid,
        "operator": operator,
        "status": "FAILED",
        "pytest_phase": phase,
        "reason": reason,
    }
    return {**record, "hint": hint} if hint else record


def _with(record: Record, source: Json, *keys: str) -> Record:
    for key in keys:
        if source.get(key) is not None:
            record[key] = source[key]
    return record

# SPDX-License-Identifier: Apache-2.0
"""Two merged reports against one another: what changed its verdict, what only one has, and why."""

from __future__ import annotations

import collections
import dataclasses
import pathlib
from collections.abc import Mapping
from typing import Any

from tools.collect.merge import cause
from tools.collect.reading import read_file, read_report
from tools.collect.summary import SYMBOLS
from tools.collect.text import markdown, one_line

SCHEMA = "flaggems.reference-comparison/v1"

# A case that was not run stopped with a failure before it, so a failure in its place is no step down.
_RANK = {"PASSED": 0, "SKIP": 1, "UNSUPPORTED": 2, "NOT_RUN": 3, "FAILED": 3}


class NotComparedError(Exception):
    """The two cannot be compared; the text says why in one line."""


@dataclasses.dataclass(frozen=True)
class Change:
    """Cases that changed in the same way for what looks like one reason.

    Attributes:
        kind: `worse`, `lost`, `better`, `new`, `other verdict` or `other cause`.
        before: Verdict in A; empty if A does not have the cases.
        after: Verdict in B; empty if B does not have them.
        stage, category, type, message: Why, from the side that did not pass.
        names: The cases (or pytest-level records), in order.
        operators: Their operators.
        dtypes: Their dtypes.
    """

    kind: str
    before: str
    after: str
    stage: str
    category: str
    type: str
    message: str
    names: tuple[str, ...]
    operators: tuple[str, ...]
    dtypes: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Comparison:
    """The result.

    Attributes:
        worse: Whether anything got worse: a verdict that stepped down, or a pass that B no longer has.
        changes: What changed, worst first.
        same: Cases with the same verdict and cause in both.
        a, b: Cases in each.
    """

    worse: bool
    changes: tuple[Change, ...]
    same: int
    a: int
    b: int


_KINDS = ("worse", "lost", "other verdict", "other cause", "better", "new")


def load(path: pathlib.Path, device: str | None = None) -> dict[str, dict[str, Any]]:
    """Loads the records of a merged report by name.

    Args:
        path: A folder that collect wrote, or a reference.json.
        device: Only the records of this device, where the report has several.

    Raises:
        NotComparedError: if there is no report, or it holds several devices and none was chosen.
    """
    file = path / "reference.json" if path.is_dir() else path
    try:
        data = read_file(file)
    except OSError as error:
        raise NotComparedError(str(error)) from error
    if data is None:
        raise NotComparedError(f"{file} is not there; collect writes it with --output {path}")
    reading = read_report(data)
    if reading.report is None:
        raise NotComparedError(f"{file}: {reading.problem}")
    records = reading.report["records"]
    devices = sorted({str(record["device"]) for record in records if record.get("device")})
    if device is not None:
        if devices and device not in devices:
            raise NotComparedError(f"{file} has no device {device!r}; it has {', '.join(devices)}")
        records = [record for record in records if not devices or record.get("device") == device]
    elif len(devices) > 1:
        raise NotComparedError(
            f"{file} holds {len(devices)} devices; choose with --device-a and --device-b: "
            + ", ".join(devices)
        )
    named: dict[str, dict[str, Any]] = {}
    for record in records:
        name = str(record.get("case_id") or f"{record['nodeid']} [{record.get('pytest_phase') or 'node'}]")
        kept = named.get(name)
        # Of several pytest-level records of one node the worst stands for it.
        if kept is None or _RANK[record["status"]] > _RANK[kept["status"]]:
            named[name] = record
    return named


def _kind(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> str:
    if before is None:
        return "new"
    if after is None:
        return "lost" if before["status"] == "PASSED" else "other verdict"
    step = _RANK[after["status"]] - _RANK[before["status"]]
    if step:
        return "worse" if step > 0 else "better"
    if before["status"] != after["status"]:
        return "other verdict"
    return "" if before["status"] == "PASSED" or cause(before) == cause(after) else "other cause"


def compare(a: Mapping[str, dict[str, Any]], b: Mapping[str, dict[str, Any]]) -> Comparison:
    """Compares two sets of records by name.

    Args:
        a: Records before, or of the one device.
        b: Records after, or of the other device.

    Returns:
        The comparison, in an order that hangs on names only.
    """
    groups: dict[tuple[str, ...], list[str]] = collections.defaultdict(list)
    same = 0
    for name in sorted(a.keys() | b.keys()):
        before, after = a.get(name), b.get(name)
        kind = _kind(before, after)
        if not kind:
            same += 1
            continue
        statuses = (str((before or {}).get("status", "")), str((after or {}).get("status", "")))
        told = after if after is not None and after["status"] != "PASSED" else before
        why = cause(told) if told is not None and told["status"] != "PASSED" else ("", "", "", "")
        groups[kind, *statuses, *why].append(name)
    changes = []
    for key, names in groups.items():
        records = [b.get(name) or a[name] for name in names]
        operators = {str(record.get("operator") or "") for record in records} - {""}
        dtypes = {str(record.get("dtype") or "").removeprefix("torch.") for record in records} - {""}
        changes.append(
            Change(*key, names=tuple(names), operators=tuple(sorted(operators)), dtypes=tuple(sorted(dtypes)))
        )
    changes.sort(key=lambda one: (_KINDS.index(one.kind), -len(one.names), dataclasses.astuple(one)))
    worse = any(change.kind in ("worse", "lost") for change in changes)
    return Comparison(worse, tuple(changes), same, len(a), len(b))


def _step(change: Change) -> str:
    before = f"{SYMBOLS[change.before]} {change.before}" if change.before else "not there"
    after = f"{SYMBOLS[change.after]} {change.after}" if change.after else "not there"
    return f"{before} → {after}"


def _some(names: tuple[str, ...], limit: int) -> str:
    return ", ".join(names[:limit]) + (f" and {len(names) - limit} more" if len(names) > limit else "")


def headline(comparison: Comparison) -> str:
    """Says in one line how B stands to A."""
    counts = collections.Counter[str]()
    for change in comparison.changes:
        counts[change.kind] += len(change.names)
    parts = [f"{counts[kind]:,} {kind}" for kind in _KINDS if counts[kind]] or ["no difference"]
    return (
        f"A has {comparison.a:,} cases, B {comparison.b:,}: {', '.join(parts)}, {comparison.same:,} the same"
    )


def terminal(comparison: Comparison) -> list[str]:
    """Makes the lines for a terminal."""
    lines = [headline(comparison)]
    for change in comparison.changes[:40]:
        why = " ".join(part for part in (change.category, change.type, change.message) if part)
        lines.append(
            f"  {change.kind:13} {len(change.names):6,}  {_step(change)}  {one_line(why, 140)}".rstrip()
        )
        lines.append(f"  {'':20}  {one_line(_some(change.operators, 8), 160)}  [{_some(change.dtypes, 8)}]")
    if len(comparison.changes) > 40:
        lines.append(f"  … and {len(comparison.changes) - 40} more groups")
    return lines


def markdown_comparison(comparison: Comparison, a: str, b: str) -> str:
    """Makes the comparison for a CI job's page."""
    lines = [
        f"## {SYMBOLS['FAILED'] if comparison.worse else SYMBOLS['PASSED']} "
        f"{'Something got worse' if comparison.worse else 'Nothing got worse'}",
        "",
        f"A: {markdown(a)}. B: {markdown(b)}. {markdown(headline(comparison), 500)}.",
    ]
    if comparison.changes:
        lines += [
            "",
            "| kind | cases | verdict | category | cause | operators | dtypes |",
            "|---|---:|---|---|---|---|---|",
        ]
        for change in comparison.changes[:60]:
            why = f"{change.type}: {change.message}" if change.type else change.message
            cells = (_step(change), change.category, why, _some(change.operators, 6), _some(change.dtypes, 8))
            lines.append(
                f"| {change.kind} | {len(change.names):,} | "
                + " | ".join(markdown(cell, 300) for cell in cells)
                + " |"
            )
        if len(comparison.changes) > 60:
            lines.append(f"\n… and {len(comparison.changes) - 60} more: see `comparison.json`.")
    return "\n".join(lines) + "\n"


def document(comparison: Comparison) -> dict[str, Any]:
    """Makes the content of comparison.json."""
    return {"schema_version": SCHEMA, **dataclasses.asdict(comparison)}

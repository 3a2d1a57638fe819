# SPDX-License-Identifier: Apache-2.0
"""The merged result in numbers (summary.json), for a CI job's page (summary.md) and for the terminal."""

from __future__ import annotations

import collections
import dataclasses
import datetime
import re
from collections.abc import Iterable
from typing import Any

from tools.collect.merge import VERDICTS, Case, Merged, Target, cause
from tools.collect.text import markdown, markdown_code, one_line, replay

SCHEMA = "flaggems.reference-summary/v1"
NO_FAMILY = "(no family)"

# A GitHub job summary may hold 1 MiB; a page that nobody scrolls through is far smaller.
_ROWS = 50
_CAUSES = 25

SYMBOLS = {
    "PASSED": "✓",
    "FAILED": "✗",
    "SKIP": "–",
    "UNSUPPORTED": "∅",
    "NOT_RUN": "○",
    "CONFLICT": "≠",
    "NO_REPORT": "?",
    "ALL_SKIP": "–",
    "NO_CASES": "○",
    "DAMAGED": "?",
    "INCOMPATIBLE": "–",
}


def tally(cases: Iterable[Case]) -> dict[str, int]:
    """Counts cases by verdict, worst first, verdicts that do not occur left out."""
    counts = collections.Counter(case.verdict for case in cases)
    return {name: counts[name] for name in VERDICTS if counts[name]}


def count_cases(cases: Iterable[Case]) -> int:
    """Counts the cases, without pytest-level records."""
    return sum(bool(case.record.get("case_id")) for case in cases)


@dataclasses.dataclass(frozen=True)
class Cause:
    """Records that did not pass for what looks like one reason."""

    verdict: str
    stage: str
    category: str
    type: str
    message: str
    records: int
    operators: tuple[str, ...]
    dtypes: tuple[str, ...]
    devices: tuple[str, ...]
    example: str


def causes(cases: Iterable[Case]) -> list[Cause]:
    """Groups what did not pass by cause, the largest of the worst first."""
    groups: dict[tuple[str, ...], list[Case]] = collections.defaultdict(list)
    for case in cases:
        if case.verdict != "PASSED":
            groups[case.verdict, *cause(case.record, case.note)].append(case)
    ranked = sorted(groups.items(), key=lambda item: (VERDICTS.index(item[0][0]), -len(item[1]), item[0]))
    return [
        Cause(
            *key,
            records=len(members),
            operators=tuple(sorted({str(one.record.get("operator") or "") for one in members})),
            dtypes=tuple(sorted({dtype(one) for one in members} - {""})),
            devices=tuple(sorted({one.device for one in members})),
            example=str(members[0].record.get("case_id") or members[0].record["nodeid"]),
        )
        for key, members in ranked
    ]


def dtype(case: Case) -> str:
    """Gives a case's dtype without the module, e.g. `float16`; empty for a pytest-level record."""
    return str(case.record.get("dtype") or "").removeprefix("torch.")


def family(merged: Merged, operator: str) -> str:
    """Gives an operator's family."""
    return merged.families.get(operator, NO_FAMILY)


def summary(merged: Merged) -> dict[str, Any]:
    """Makes the content of summary.json."""
    by_family: dict[str, list[Case]] = collections.defaultdict(list)
    by_device: dict[str, list[Case]] = {name: [] for name in merged.devices}
    for case in merged.cases:
        by_family[family(merged, str(case.record.get("operator") or ""))].append(case)
        by_device.setdefault(case.device, []).append(case)
    return {
        "schema_version": SCHEMA,
        "as_expected": merged.ok,
        "status": merged.status,
        "cases": count_cases(merged.cases),
        "records": {"total": len(merged.cases), **tally(merged.cases)},
        "targets": {
            "total": len(merged.targets),
            "as_expected": sum(target.ok for target in merged.targets),
            "flaky": sum(target.flaky for target in merged.targets),
            "cached": sum(bool(target.cached) for target in merged.targets),
        },
        "devices": [
            {
                "name": name,
                "records": {"total": len(cases), **tally(cases)},
                "targets": sum(target.device == name for target in merged.targets),
                "environment": merged.devices.get(name, {}),
            }
            for name, cases in sorted(by_device.items())
        ],
        "families": [
            {
                "name": name,
                "operators": len({case.record.get("operator") for case in cases}),
                "records": {"total": len(cases), **tally(cases)},
            }
            for name, cases in sorted(by_family.items())
        ],
        "causes": [dataclasses.asdict(one) for one in causes(merged.cases)],
        "problems": [dataclasses.asdict(one) for one in merged.problems],
        "conflicts": [
            {
                "case_id": case.record.get("case_id"),
                "device": case.device,
                "verdicts": [
                    {"place": str(one.place), "status": one.status, "report": one.where}
                    for one in case.sightings
                    if one.final
                ],
            }
            for case in merged.cases
            if case.verdict == "CONFLICT"
        ],
        "rows": [dataclasses.asdict(target) for target in merged.targets],
        "other_tests": [{"label": label, "bazel": word} for label, word in merged.others],
    }


def headline(merged: Merged) -> str:
    """Says in one line how it went."""
    bad = sum(not target.ok for target in merged.targets)
    partial = sum(target.partial for target in merged.targets)
    only = f"; {partial:,} of them ran only the cases that a filter chose" if partial else ""
    if merged.ok:
        return f"all {len(merged.targets):,} targets are as expected{only}"
    if bad:
        return f"{bad:,} of {len(merged.targets):,} targets are not as expected{only}"
    if not merged.targets:
        return "no reference target was found"
    return f"{len(merged.problems)} problems with the inputs, though each target is as expected"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{SYMBOLS[name]} {count:,} {name}" for name, count in counts.items()) or "none"


def _more(total: int, shown: int) -> list[str]:
    return [f"\n… and {total - shown} more: see `index.html` or `summary.json`."] if total > shown else []


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{seconds:.1f} s" if seconds < 120 else f"{seconds / 60:.1f} min"


def device_word(merged: Merged, device: str) -> str:
    """Gives the runner's word for a device, `cpu` or `cuda`."""
    told = merged.devices.get(device, {}).get("device")
    requested = told.get("requested") if isinstance(told, dict) else None
    known = isinstance(requested, str) and re.fullmatch("[a-z0-9_]+", requested)
    return requested if known else "cpu"


def device_options(merged: Merged, device: str, options: str = "") -> list[str]:
    """Gives the options of Bazel that choose a device: `--config` with the word that a target had."""
    chosen = options.split()
    word = device_word(merged, device)
    if word != "cpu" and not any(option.startswith("--config") for option in chosen):
        chosen.append(f"--config={word}")
    return chosen


def newest(merged: Merged) -> str:
    """Gives the start of the newest attempt, in UTC; empty if unknown."""
    if not merged.newest:
        return ""
    return datetime.datetime.fromtimestamp(merged.newest, datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")


def markdown_summary(merged: Merged, options: str = "") -> str:
    """Makes a summary for a CI job's page: what went wrong, why, and how to run it again."""
    lines = [
        f"## Reference check: {SYMBOLS['PASSED'] if merged.ok else SYMBOLS['FAILED']} {headline(merged)}",
        "",
    ]
    when = newest(merged)
    lines += [
        f"{count_cases(merged.cases):,} cases. Newest attempt: {when}."
        if when
        else f"{count_cases(merged.cases):,} cases.",
        "",
    ]
    columns = [name for name in VERDICTS if any(case.verdict == name for case in merged.cases)]
    lines += [
        "| device | targets | " + " | ".join(f"{SYMBOLS[name]} {name}" for name in columns) + " |",
        "|---|---:|" + "---:|" * len(columns),
    ]
    for name in merged.devices:
        counts = tally(case for case in merged.cases if case.device == name)
        targets = sum(target.device == name for target in merged.targets)
        lines.append(
            f"| {markdown(name)} | {targets:,} | "
            + " | ".join(f"{counts[column]:,}" if column in counts else "" for column in columns)
            + " |"
        )
    bad = [target for target in merged.targets if not target.ok]
    if bad:
        lines += [
            "",
            "### Targets that are not as expected",
            "",
            "| target | device | report | why | again |",
            "|---|---|---|---|---|",
        ]
        lines += [_target_row(merged, target, options) for target in bad[:_ROWS]]
        lines += _more(len(bad), _ROWS)
    groups = [one for one in causes(merged.cases) if one.verdict != "SKIP"]
    if groups:
        lines += [
            "",
            "### Causes",
            "",
            "| records | verdict | stage | category | message | operators | dtypes |",
            "|---:|---|---|---|---|---|---|",
        ]
        for one in groups[:_CAUSES]:
            operators = ", ".join(one.operators[:6]) + (
                f" and {len(one.operators) - 6} more" if len(one.operators) > 6 else ""
            )
            cells = (
                one.verdict,
                one.stage,
                one.category,
                f"{one.type}: {one.message}" if one.type else one.message,
                operators,
                ", ".join(one.dtypes),
            )
            lines.append(f"| {one.records:,} | " + " | ".join(markdown(cell, 200) for cell in cells) + " |")
        lines += _more(len(groups), _CAUSES)
    if merged.problems:
        lines += ["", "### Problems with inputs", "", "| kind | where | message |", "|---|---|---|"]
        lines += [
            f"| {markdown(one.kind)} | {markdown(one.where)} | {markdown(one.message, 400)} |"
            for one in merged.problems[:_ROWS]
        ]
        lines += _more(len(merged.problems), _ROWS)
    flaky = [target for target in merged.targets if target.flaky]
    if flaky:
        names = ", ".join(markdown_code(target.label) for target in flaky[:_ROWS])
        lines += ["", f"Needed more than one attempt ({len(flaky)}): {names}"]
    slow = sorted((target for target in merged.targets if target.wall), key=lambda one: -(one.wall or 0))[:5]
    if slow:
        lines += [
            "",
            "Slowest: " + ", ".join(f"{markdown_code(one.label)} {_duration(one.wall)}" for one in slow),
        ]
    return "\n".join(lines) + "\n"


def _target_row(merged: Merged, target: Target, options: str) -> str:
    cells = (
        markdown_code(target.label),
        markdown(target.device),
        f"{SYMBOLS[target.verdict]} {markdown(target.verdict)}",
        markdown("; ".join(target.why), 400),
        markdown_code(
            replay(
                target.label,
                options=device_options(merged, target.device, options),
                device=device_word(merged, target.device),
            )
        ),
    )
    return "| " + " | ".join(cells) + " |"


def terminal_summary(merged: Merged) -> list[str]:
    """Makes the lines for a terminal."""
    lines = []
    for name in merged.devices:
        cases = [case for case in merged.cases if case.device == name]
        lines.append(f"  {one_line(name, 60)}: {_counts(tally(cases))}")
    bad = [target for target in merged.targets if not target.ok]
    for target in bad[:10]:
        lines.append(
            f"  {SYMBOLS[target.verdict]} {one_line(target.label, 120)}: "
            f"{one_line('; '.join(target.why), 160)}"
        )
    if len(bad) > 10:
        lines.append(f"    … and {len(bad) - 10} more targets")
    shown = [one for one in merged.problems if one.kind not in ("no report", "conflict")]
    for one in shown[:10]:
        lines.append(f"  ! {one.kind}: {one_line(one.where, 120)}: {one_line(one.message, 200)}")
    if len(shown) > 10:
        lines.append(f"    … and {len(shown) - 10} more problems")
    if merged.others:
        lines.append(f"  {len(merged.others)} other tests without a reference report are not judged here")
    return lines

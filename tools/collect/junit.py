# SPDX-License-Identifier: Apache-2.0
"""The merged result as JUnit XML, one suite a target and one testcase a case, for CI systems."""

from __future__ import annotations

import collections
import pathlib
from xml.sax import saxutils

from tools.collect.merge import NO_REPORT, Case, Merged, Target
from tools.collect.text import one_line, visible


def _attribute(text: object) -> str:
    return saxutils.quoteattr(visible(str(text)))


def _outcome(case: Case, target: Target) -> str:
    """Makes the element that says how a case ended; empty for a pass."""
    record = case.record
    if case.verdict == "PASSED":
        return ""
    failure = record.get("failure") or {}
    message = one_line(str(case.note or failure.get("message") or record.get("reason") or case.verdict))
    if case.verdict == "SKIP":
        return f"<skipped message={_attribute(message)}/>"
    if target.ok:
        # A target that expects this status is no failure of the run.
        return f"<skipped message={_attribute(f'{case.verdict} as expected: {message}')}/>"
    tag = "error" if case.verdict in (NO_REPORT, "NOT_RUN") else "failure"
    kind = failure.get("type") or failure.get("category") or case.verdict
    body = "\n".join(
        str(part)
        for part in (
            record.get("stage") and f"stage: {record['stage']}",
            failure.get("category") and f"category: {failure['category']}",
            record.get("hint") and f"hint: {record['hint']}",
            case.note or record.get("reason"),
            failure.get("message"),
            failure.get("traceback"),
        )
        if part
    )
    text = saxutils.escape(visible(body))
    return f"<{tag} message={_attribute(message)} type={_attribute(kind)}>{text}</{tag}>"


def write_junit(merged: Merged, path: pathlib.Path) -> None:
    """Writes the JUnit XML.

    A case of a target that ended as expected never counts as a failure there; a target that did not always
    does, if need be by a testcase of its own.
    """
    cases: dict[tuple[str, str], list[Case]] = collections.defaultdict(list)
    for case in merged.cases:
        # A case that several targets reported stands with the first, so that it is counted once.
        cases[case.device, case.labels[0]].append(case)
    suites: list[str] = []
    total: collections.Counter[str] = collections.Counter()
    for target in merged.targets:
        lines: list[str] = []
        tally: collections.Counter[str] = collections.Counter()
        for case in cases[target.device, target.label]:
            outcome = _outcome(case, target)
            kind = outcome[1:].partition(" ")[0]
            tally[kind] += 1
            name = case.record.get("case_id") or case.record.get("pytest_phase") or "node"
            lines.append(
                f"<testcase classname={_attribute(case.record['nodeid'])} name={_attribute(name)}"
                + (f">{outcome}</testcase>" if outcome else "/>")
            )
        if not target.ok and not tally["failure"] + tally["error"]:
            message = _attribute("; ".join(target.why) or target.verdict)
            lines.append(
                f'<testcase classname={_attribute(target.label)} name="as expected">'
                f"<failure message={message} type={_attribute(target.verdict)}/></testcase>"
            )
            tally["failure"] += 1
        total += tally + collections.Counter(tests=len(lines))
        suites.append(
            f"<testsuite name={_attribute(target.label)} hostname={_attribute(target.device)}"
            f' tests="{len(lines)}" failures="{tally["failure"]}" errors="{tally["error"]}"'
            f' skipped="{tally["skipped"]}" time="{target.wall or 0:.3f}">'
            + "\n".join(["", *lines, "</testsuite>"])
        )
    faults = [one for one in merged.problems if one.kind in ("input",)]
    if faults:
        suites.append(
            f'<testsuite name="inputs" tests="{len(faults)}" failures="0" errors="{len(faults)}" skipped="0">'
            + "".join(
                f'<testcase classname="inputs" name={_attribute(one.where)}>'
                f"<error message={_attribute(one.message)}/></testcase>"
                for one in faults
            )
            + "</testsuite>"
        )
        total += collections.Counter(tests=len(faults), error=len(faults))
    head = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="reference" tests="{total["tests"]}"'
        f' failures="{total["failure"]}" errors="{total["error"]}" skipped="{total["skipped"]}">\n'
    )
    path.write_text(head + "\n".join(suites) + "\n</testsuites>\n", encoding="utf-8")

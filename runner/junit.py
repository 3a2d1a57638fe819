# SPDX-License-Identifier: Apache-2.0
"""The report as JUnit XML, one testcase a record.

The common JUnit schema (Jenkins' ``junit-10.xsd``) has properties for a suite but none for a testcase, so a
case's stage, category and hint are properties of the suite, named ``<testcase> <property>``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from .report import Record, Report, Verdict

# Characters that XML 1.0 does not allow, not even as references.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SPECIAL = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}

# Viewers load the whole file; the full text of each failure is in the report.
TEXT_LIMIT = 64 * 1024


def render(report: Report, verdict: Verdict, name: str, seconds: float) -> str:
    """The document. Its testcases fail exactly if the verdict is red.

    Args:
        report: the report.
        verdict: what the target makes of it.
        name: the suite's name, a Bazel label or a node id.
        seconds: time of the whole run.
    """
    times = {str(measure["case_id"]): measure["seconds"] for measure in report.measures}
    properties = {
        "status": report.status,
        "expected_status": verdict.expected,
        "verdict": verdict.reason,
        "selection": report.selection.kind,
        "planned": report.planned,
        "selected": report.selected,
    }
    cases, failures, skips = [], 0, 0
    for record in report.records:
        case_name = _name(record)
        element = _outcome(record, verdict)
        failures += element.startswith("<failure")
        skips += element.startswith("<skipped")
        cases.append(
            _testcase(case_name, str(record["nodeid"]), times.get(str(record.get("case_id"))), element)
        )
        for key, value in _details(record).items():
            properties[f"{case_name} {key}"] = value
    if not verdict.ok and not failures:
        failures = 1
        cases.append(_testcase("verdict", name, None, _element("failure", report.status, verdict.reason, "")))
    counts = f'tests="{len(cases)}" failures="{failures}" errors="0"'
    listed = "".join(f'<property name="{escape(k)}" value="{escape(v)}"/>\n' for k, v in properties.items())
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="{escape(name)}" {counts} time="{seconds:.3f}">\n'
        f'<testsuite name="{escape(name)}" {counts} skipped="{skips}" time="{seconds:.3f}">\n'
        f"<properties>\n{listed}</properties>\n" + "".join(cases) + "</testsuite>\n</testsuites>\n"
    )


def escape(value: object) -> str:
    """Text for an attribute or an element; what XML cannot hold is shown as an escape."""
    text = _FORBIDDEN.sub(lambda found: ascii(found[0])[1:-1], str(value))
    return "".join(map(_SPECIAL.get, text, text)) if any(sign in text for sign in _SPECIAL) else text


def shorten(text: str, limit: int = TEXT_LIMIT) -> str:
    """``text``, without its middle if it is too long."""
    if len(text) <= limit:
        return text
    gap = f"\n[… {len(text) - limit} characters left out; the report has them …]\n"
    return text[: limit // 2] + gap + text[-limit // 2 :]


def _name(record: Record) -> str:
    if "case_id" in record:
        return str(record["case_id"]).removeprefix(f"{record['nodeid']}::")
    return str(record.get("pytest_phase", str(record["status"]).lower()))


def _details(record: Record) -> dict[str, object]:
    failure = record.get("failure")
    found = {"stage": record.get("stage"), "hint": record.get("hint")}
    if isinstance(failure, Mapping):
        found["category"] = failure["category"]
    return {key: value for key, value in found.items() if value is not None}


def _outcome(record: Record, verdict: Verdict) -> str:
    status = str(record["status"])
    failure = record.get("failure")
    if isinstance(failure, Mapping):
        message = f"{record['stage']}: {failure['type']}: {failure['message']}"
        kind, text = str(failure["category"]), str(failure["traceback"])
    else:
        message, kind, text = str(record.get("reason", "")), status, ""
    if record.get("hint"):
        message = f"{message} [{record['hint']}]"
    if status == "PASSED":
        return ""
    if status in ("FAILED", "UNSUPPORTED") and not verdict.ok:
        return _element("failure", kind, message, text)
    # A target that expects this outcome is green, and a viewer is to agree.
    prefix = "expected " if status in ("FAILED", "UNSUPPORTED") else ""
    return _element("skipped", kind, f"{prefix}{status}: {message}", text)


def _element(tag: str, kind: str, message: str, text: str) -> str:
    attributes = f'type="{escape(kind)}" message="{escape(shorten(message, 4096))}"'
    return f"<{tag} {attributes}>{escape(shorten(text))}</{tag}>"


def _testcase(name: str, classname: str, seconds: object, outcome: str) -> str:
    time = f"{seconds:.3f}" if isinstance(seconds, (int, float)) else "0.000"
    head = f'<testcase name="{escape(name)}" classname="{escape(classname)}" time="{time}">'
    return f"{head}{outcome}</testcase>\n"

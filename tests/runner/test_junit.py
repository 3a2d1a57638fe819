# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from runner import junit
from runner import report as reporting

from . import checker

NODE = "benchmark/test_x.py::test_x"
texts = st.text(st.characters(codec=None)) | st.sampled_from(
    ["\x00\x1b[31m", "\ud800", "]]>", "\ufffe", "a\r\nb", "<&\"'>"]
)


def record(status, number=0, **more):
    base = {
        "nodeid": NODE,
        "operator": "x",
        "case_id": f"{NODE}::core::float32::{number}",
        "ordinal": number,
        "dtype": "torch.float32",
        "shape": {},
        "params": {},
        "count": 1,
        "status": status,
    }
    return {**base, **more}


def failure(message="m", traceback="t"):
    return {"category": "UNKNOWN", "type": "ValueError", "message": message, "traceback": traceback}


def render(records, ok=False, status="FAILED", expected="PASSED"):
    document = {"schema_version": reporting.SCHEMA, "phase": "timing", "status": status, "records": records}
    report = reporting.Report(document, reporting.Selection(), 1, 1, [], {}, {}, 0)
    text = junit.render(report, reporting.Verdict(ok, expected, "because"), "//b:x", 1.5)
    return checker.check_junit(text.encode("utf-8"), document)


@given(texts, texts, texts)
@settings(deadline=None)
def test_any_text(message, traceback, hint):
    records = [record("FAILED", stage="invoke", failure=failure(message, traceback), hint=hint or "h")]
    element = render([reporting.clean(r) for r in records]).find("testcase/failure")
    assert element.get("type") == "UNKNOWN"
    render([record("NOT_RUN", count=0, reason=message)])


def test_controls_are_shown_and_not_dropped():
    suite = render([record("FAILED", stage="invoke", failure=failure("bell \x07 end \ud8ff"))])
    assert "bell \\x07 end \\ud8ff" in suite.find("testcase/failure").get("message")


def test_huge_traceback():
    huge = "first line\n" + "x" * 10_000_000 + "\nlast line"
    suite = render([record("FAILED", stage="invoke", failure=failure("m", huge))])
    text = suite.find("testcase/failure").text
    assert len(text) < 100_000
    assert text.startswith("first line") and text.endswith("last line")
    assert "characters left out; the report has them" in text


def test_details_are_properties():
    suite = render(
        [record("FAILED", 3, stage="prepare_reference", failure=failure(), hint="OUT_OF_MEMORY: m")]
    )
    properties = {p.get("name"): p.get("value") for p in suite.findall("properties/property")}
    assert properties["core::float32::3 stage"] == "prepare_reference"
    assert properties["core::float32::3 category"] == "UNKNOWN"
    assert properties["core::float32::3 hint"] == "OUT_OF_MEMORY: m"
    assert properties["status"] == "FAILED" and properties["expected_status"] == "PASSED"


@pytest.mark.parametrize(
    ("status", "records", "ok", "elements"),
    [
        ("PASSED", [record("PASSED")], True, [None]),
        ("PASSED", [record("PASSED"), record("SKIP", 1, reason="r")], False, [None, "skipped", "failure"]),
        ("ALL_SKIP", [record("SKIP", reason="r", count=0)], True, ["skipped"]),
        ("ALL_SKIP", [record("SKIP", reason="r", count=0)], False, ["skipped", "failure"]),
        (
            "UNSUPPORTED",
            [{"nodeid": NODE, "operator": "x", "status": "UNSUPPORTED", "reason": "r"}],
            False,
            ["failure"],
        ),
        (
            "UNSUPPORTED",
            [{"nodeid": NODE, "operator": "x", "status": "UNSUPPORTED", "reason": "r"}],
            True,
            ["skipped"],
        ),
        ("FAILED", [record("FAILED", stage="invoke", failure=failure())], True, ["skipped"]),
        ("NO_CASES", [], False, ["failure"]),
    ],
)
def test_red_exactly_if_the_target_is(status, records, ok, elements):
    suite = render(records, ok, status)
    found = [next((child.tag for child in case), None) for case in suite.findall("testcase")]
    assert found == elements


def test_statuses_can_be_told_apart():
    suite = render(
        [{"nodeid": NODE, "operator": "x", "status": "UNSUPPORTED", "reason": "own run()"}],
        True,
        "UNSUPPORTED",
    )
    assert suite.find("testcase/skipped").get("message") == "expected UNSUPPORTED: own run()"
    suite = render([record("NOT_RUN", count=0, reason="stopped")])
    assert suite.find("testcase/skipped").get("message") == "NOT_RUN: stopped"


def test_the_schema_refuses_what_jenkins_does():
    suite = b'<testsuite name="a"/>'
    whole = b'<testsuites name="a" tests="1" failures="0" errors="0" time="1.000">' + suite + b"</testsuites>"
    assert not checker.xml_schema().validate(etree.fromstring(whole))

# SPDX-License-Identifier: Apache-2.0
"""Is a report valid, and can a consumer trust it? Judged from SPEC section 3 and the schemas alone."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import jsonschema
from lxml import etree

ROOT = Path(__file__).absolute().parents[2]
HERE = Path(__file__).absolute().parent


@functools.cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads((ROOT / "runner" / name).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@functools.cache
def xml_schema() -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(HERE / "junit.xsd"))


def strict_json(text: str) -> object:
    """JSON as the standard has it: no NaN, no duplicate keys, no lone surrogates."""

    def refuse(constant: str) -> object:
        raise ValueError(f"{constant} is no JSON")

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        keys = [key for key, _ in pairs]
        assert len(set(keys)) == len(keys), f"duplicate keys in {keys}"
        return dict(pairs)

    document = json.loads(text, parse_constant=refuse, object_pairs_hook=once)
    json.dumps(document, ensure_ascii=False).encode("utf-8")
    return document


def check_report(document: dict) -> dict:
    """The report, after all that must hold for any report, whatever happened."""
    validator("reference_v1.schema.json").validate(document)
    records = document["records"]
    ids = [record["case_id"] for record in records if "case_id" in record]
    assert len(set(ids)) == len(ids), "a case has two records"
    for record in records:
        if "case_id" in record:
            assert record["case_id"].startswith(record["nodeid"] + "::")
            short = record["dtype"].removeprefix("torch.")
            assert record["case_id"].endswith(f"::{short}::{record['ordinal']}")
    found = {record["status"] for record in records}
    status = document["status"]
    if found & {"FAILED", "NOT_RUN"}:
        assert status == "FAILED"
    if status == "PASSED":
        assert "PASSED" in found and found <= {"PASSED", "SKIP"}
    if status == "ALL_SKIP":
        assert found == {"SKIP"}
    if status == "NO_CASES":
        assert not records
    skipped = {r["nodeid"] for r in records if r["status"] == "SKIP" and "pytest_phase" in r}
    for record in records:
        if record["nodeid"] in skipped:
            assert record["status"] not in ("PASSED", "NOT_RUN")
    assert not any(word in json.dumps(list(record)) for record in records for word in ("latency", "speedup"))
    return document


def accepts(document: dict, expected: list[str]) -> bool:
    """Would a consumer take this report as a full pass of the expected cases?"""
    check_report(document)
    if document["status"] != "PASSED":
        return False
    cases = [record for record in document["records"] if "case_id" in record]
    skipped = {r["nodeid"] for r in document["records"] if r["status"] == "SKIP" and "pytest_phase" in r}
    known = {record["case_id"] for record in cases}
    missing = [
        case_id for case_id in expected if case_id not in known and case_id.rsplit("::", 3)[0] not in skipped
    ]
    passed = [record for record in cases if record["status"] == "PASSED"]
    return (
        not missing
        and known <= set(expected)
        and bool(passed)
        and all(record["count"] == 1 for record in passed)
    )


def check_junit(text: bytes, document: dict) -> etree._Element:
    """The JUnit XML, after a check against the schema and against the report."""
    tree = etree.fromstring(text)
    xml_schema().assertValid(tree)
    suite = tree.find("testsuite")
    cases = suite.findall("testcase")
    assert int(suite.get("tests")) == len(cases)
    assert int(suite.get("failures")) == len(suite.findall("testcase/failure"))
    assert int(suite.get("skipped")) == len(suite.findall("testcase/skipped"))
    assert len([case for case in cases if case.get("name") != "verdict"]) == len(document["records"])
    return suite


def check_outputs(folder: Path, xml: Path | None = None) -> dict:
    """All outputs of one run of the runner; returns the report."""
    document = check_report(strict_json((folder / "reference.json").read_text("ascii")))
    environment = strict_json((folder / "environment.json").read_text("ascii"))
    validator("environment_v1.schema.json").validate(environment)
    assert environment["status"] == document["status"]
    suite = check_junit((xml or folder / "test.xml").read_bytes(), document)
    red = bool(suite.findall("testcase/failure"))
    assert red == (environment["exit_code"] != 0), "JUnit and exit status disagree"
    return document

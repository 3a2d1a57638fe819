# SPDX-License-Identifier: Apache-2.0
"""Bytes of a report to a report that can be relied on, or one line that says why not."""

from __future__ import annotations

import dataclasses
import io
import json
import pathlib
import zipfile
from typing import Any

from tools.collect.observation import State

SCHEMA = "flaggems.reference/v1"
FAMILY = "flaggems.reference/"
RECORD_STATUSES = ("PASSED", "FAILED", "SKIP", "UNSUPPORTED", "NOT_RUN")
REPORT_STATUSES = ("PASSED", "FAILED", "UNSUPPORTED", "ALL_SKIP", "NO_CASES")

# A report of a thousand cases with tracebacks is about 3 MiB; anything near this limit is no report.
LARGEST = 256 << 20


@dataclasses.dataclass(frozen=True)
class Reading:
    """Outcome of reading one report."""

    state: State
    report: dict[str, Any] | None = None
    problem: str = ""


def load_json(data: bytes) -> Any:
    """Parses JSON from a foreign hand.

    Python also accepts the words NaN and Infinity, which no browser would read back; they become strings.

    Raises:
        ValueError: if the bytes are no JSON, no UTF-8 or nested too deeply.
    """
    try:
        return json.loads(data.decode("utf-8-sig"), parse_constant=str)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _wrong_record(record: Any) -> str:
    """Says what is wrong with a record's form; empty when nothing is."""
    if not isinstance(record, dict):
        return "is not an object"
    if not isinstance(record.get("nodeid"), str) or not record["nodeid"]:
        return "has no nodeid"
    if record.get("status") not in RECORD_STATUSES:
        return f"has the status {record.get('status')!r:.60}, which v1 does not know"
    for key, kind in (
        ("operator", str),
        ("case_id", str),
        ("dtype", str),
        ("shape", dict),
        ("params", dict),
        ("ordinal", int),
        ("count", int),
        ("failure", dict),
        ("reason", str),
        ("stage", str),
        ("pytest_phase", str),
    ):
        if record.get(key) is not None and not isinstance(record[key], kind):
            return f"has a {key} that is no {kind.__name__}"
    return ""


def read_report(data: bytes) -> Reading:
    """Reads one report.

    Args:
        data: The bytes of a reference.json.

    Returns:
        The report if it is a v1 report of the right form, else the state and one line that says why not.
    """
    if not data.strip():
        return Reading(State.DAMAGED, problem="the report is empty")
    try:
        report = load_json(data)
    except ValueError as error:
        return Reading(
            State.DAMAGED, problem=f"the report is damaged or cut off ({len(data)} bytes): {error}"
        )
    if not isinstance(report, dict) or not isinstance(report.get("schema_version"), str):
        return Reading(State.FOREIGN, problem="the file is JSON, but no reference report (no schema_version)")
    version = report["schema_version"]
    if version != SCHEMA:
        if version.startswith(FAMILY):
            return Reading(
                State.OTHER_VERSION,
                problem=f"the report has schema {version!r:.80}; this tool reads {SCHEMA}",
            )
        return Reading(
            State.FOREIGN, problem=f"the file has schema {version!r:.80}; a report has schema {SCHEMA}"
        )
    if report.get("status") not in REPORT_STATUSES:
        return Reading(
            State.DAMAGED, problem=f"the report's status {report.get('status')!r:.60} is none of v1's"
        )
    records = report.get("records")
    if not isinstance(records, list):
        return Reading(State.DAMAGED, problem="the report has no list of records")
    for index, record in enumerate(records):
        wrong = _wrong_record(record)
        if wrong:
            return Reading(State.DAMAGED, problem=f"record {index} of the report {wrong}")
    return Reading(State.REPORT, report)


def _member(archive: zipfile.ZipFile, name: str) -> bytes | None:
    """Reads a file of an archive, or None if there is none of that name."""
    try:
        info = archive.getinfo(name)
    except KeyError:
        return None
    if info.file_size > LARGEST:
        raise ValueError(f"{name} in the archive would be {info.file_size} bytes")
    return archive.read(info)


def read_archive(data: bytes) -> tuple[Reading, dict[str, Any]]:
    """Reads the report and the environment out of an `outputs.zip`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            report = _member(archive, "reference.json")
            environment = _member(archive, "environment.json")
    except Exception as error:  # damaged bytes fail in whichever decoder they reach
        return Reading(State.DAMAGED, problem=f"outputs.zip is damaged or cut off: {error}"), {}
    if report is None:
        return Reading(State.ABSENT, problem="outputs.zip holds no reference.json"), {}
    return read_report(report), read_environment(environment)


def read_environment(data: bytes | None) -> dict[str, Any]:
    """Reads an environment.json; one that cannot be read is an empty one, since no verdict hangs on it."""
    try:
        value = load_json(data) if data else {}
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def read_file(path: pathlib.Path) -> bytes | None:
    """Reads a file; None if it is not there.

    Raises:
        OSError: if it is there and cannot be read, or is too large to be a report.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise OSError(f"{path} has {path.stat().st_size} bytes, too many for a report")
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None


def read_outputs(folder: pathlib.Path) -> tuple[Reading, dict[str, Any], pathlib.Path]:
    """Reads what a test left in its undeclared outputs.

    Args:
        folder: A `test.outputs` folder: with the files themselves, or with `outputs.zip`.

    Returns:
        The reading, the environment, and the file that was read (or looked for).
    """
    plain, zipped = folder / "reference.json", folder / "outputs.zip"
    try:
        data = read_file(plain)
        if data is not None:
            return read_report(data), read_environment(read_file(folder / "environment.json")), plain
        data = read_file(zipped)
        if data is not None:
            return *read_archive(data), zipped
    except OSError as error:
        return Reading(State.DAMAGED, problem=f"the report cannot be read: {error}"), {}, plain
    return Reading(State.ABSENT, problem="no report was left"), {}, plain

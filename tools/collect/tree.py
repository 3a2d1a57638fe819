# SPDX-License-Identifier: Apache-2.0
"""Finds reports in a `bazel-testlogs` tree, or in any folder that holds what tests left."""

from __future__ import annotations

import os
import pathlib
import re
from collections.abc import Iterator

from tools.collect.observation import Findings, Observation, Place, State
from tools.collect.reading import (
    Reading,
    read_archive,
    read_environment,
    read_file,
    read_outputs,
    read_report,
)

_PLACE = re.compile(r"(?:shard_(\d+)_of_(\d+))?_?(?:run_(\d+)_of_(\d+))?")
_ATTEMPT = re.compile(r"attempt_(\d+)\.(?:outputs|log|xml)")
_LABEL = re.compile(rb"^Executing tests from (\S+)\s*$", re.MULTILINE)
_MARKS = {"test.log", "test.xml", "test.cache_status", "test.outputs", "test_attempts"}

# Names of BlazeTestStatus in Bazel's test_status.proto, by number.
_STATUS = (
    "NO_STATUS",
    "PASSED",
    "FLAKY",
    "TIMEOUT",
    "FAILED",
    "INCOMPLETE",
    "REMOTE_FAILURE",
    "FAILED_TO_BUILD",
    "BLAZE_HALTED_BEFORE_TESTING",
)


def _varints(data: bytes) -> dict[int, int]:
    """Reads the integer fields at the top of a protocol buffer; the last one of a number counts."""
    fields: dict[int, int] = {}
    at = 0

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        tag = varint()
        match tag & 7:
            case 0:
                fields[tag >> 3] = varint()
            case 1:
                at += 8
            case 2:
                length = varint()
                at += length
            case 5:
                at += 4
            case _:
                raise ValueError("not a protocol buffer")
    return fields


def read_cache_status(data: bytes) -> tuple[str, float, float | None]:
    """Reads Bazel's `test.cache_status`.

    It is a `TestResultData` of Bazel's test_status.proto: field 3 is the status, 12 the duration and 15 the
    start, both in milliseconds. The file is Bazel's own affair, so anything unexpected in it means "unknown".

    Returns:
        Bazel's word (empty if unknown), the start in seconds since the epoch (0 if unknown), the duration in
        seconds.
    """
    try:
        fields = _varints(data)
    except (IndexError, ValueError):
        return "", 0.0, None
    number = fields.get(3, -1)
    word = _STATUS[number] if 0 <= number < len(_STATUS) else ""
    return word, fields.get(15, 0) / 1000, fields[12] / 1000 if 12 in fields else None


def _label(folder: pathlib.Path, relative: str, environment: dict, report: dict | None) -> str:
    """Finds the label of the test whose logs lie in a folder.

    The log's first lines hold it. A path alone does not say where the package ends and the name begins.
    """
    # Without Bazel a run has no target, and its node names it.
    for key in ("target", "node"):
        if isinstance(environment.get(key), str) and environment[key]:
            return environment[key]
    try:
        with open(folder / "test.log", "rb") as log:
            found = _LABEL.search(log.read(4096))
    except OSError:
        found = None
    if found:
        label = found[1].decode("utf-8", "replace")
        return label[1:] if label.startswith("@//") else label
    nodes = {record["nodeid"] for record in (report or {}).get("records", ())}
    if len(nodes) == 1 and not (folder / "test.cache_status").exists():
        return next(iter(nodes))
    package, _, name = relative.rpartition("/")
    return f"//{package}:{name}" if name else f"//:{package}"


def _folders(root: pathlib.Path) -> Iterator[pathlib.Path]:
    """Yields every folder under a root that holds what a test left, in order."""
    for folder, subfolders, files in os.walk(root):
        here = set(subfolders) | set(files)
        subfolders[:] = sorted(
            name
            for name in subfolders
            if not name.startswith("test.") and name != "test_attempts" and not name.startswith("_")
        )
        if here & _MARKS or "reference.json" in here or "outputs.zip" in here:
            yield pathlib.Path(folder)


def _one(
    root: pathlib.Path,
    place: Place,
    reading: Reading,
    environment: dict,
    path: pathlib.Path,
    log: pathlib.Path,
    status: tuple[str, float, float | None],
) -> Observation:
    named = place.root
    found = reading.state not in (State.ABSENT, State.NOT_FETCHED)
    started = status[1]
    if found and not started:
        started = path.stat().st_mtime if path.exists() else 0.0
    shown = pathlib.PurePath(named, os.path.relpath(path, root)) if path != root else named
    logged = pathlib.PurePath(named, os.path.relpath(log, root)) if root.is_dir() else log
    return Observation(
        place=place,
        state=reading.state,
        report=reading.report,
        environment=environment,
        problem=reading.problem,
        bazel=status[0],
        started=started,
        wall=status[2],
        where=str(shown),
        identity=os.path.realpath(path) if found else "",
        log=str(logged) if log.exists() else "",
    )


def _observe(root: pathlib.Path, named: str, folder: pathlib.Path) -> list[Observation]:
    """Observes all attempts of the test whose logs lie in a folder."""
    relative = folder.relative_to(root)
    numbers = _PLACE.fullmatch(folder.name)
    shard = shards = run = runs = 0
    if numbers and folder.name:
        shard, shards, run, runs = (int(number or 0) for number in numbers.groups())
        relative = relative.parent
    outputs = folder / "test.outputs"
    if not outputs.is_dir() and ((folder / "reference.json").exists() or (folder / "outputs.zip").exists()):
        outputs = folder
    reading, environment, path = read_outputs(outputs)
    name = relative.as_posix()
    label = _label(folder, "" if name == "." else name, environment, reading.report)
    if label == "//:":
        label = named

    def place(attempt: int) -> Place:
        return Place(label, named, shard, shards, run, runs, attempt)

    attempts = folder / "test_attempts"
    earlier = sorted(
        {int(found[1]) for entry in _names(attempts) if (found := _ATTEMPT.fullmatch(entry))},
    )
    observations = []
    for number in earlier:
        early, early_environment, early_path = read_outputs(attempts / f"attempt_{number}.outputs")
        observations.append(
            _one(
                root,
                place(number),
                early,
                early_environment or environment,
                early_path,
                attempts / f"attempt_{number}.log",
                ("", 0.0, None),
            )
        )
    try:
        status = read_cache_status(read_file(folder / "test.cache_status") or b"")
    except OSError:
        status = ("", 0.0, None)
    last = place(max(earlier, default=0) + 1)
    observations.append(_one(root, last, reading, environment, path, folder / "test.log", status))
    return observations


def _names(folder: pathlib.Path) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def is_reference(label: str) -> bool:
    """Says whether a label looks like a reference target: the rules name one `<node>_ref`."""
    return label.endswith("_ref")


def find_in_tree(root: pathlib.Path, named: str) -> Findings:
    """Finds the reports under a folder.

    Args:
        root: A `bazel-testlogs` tree, one target's folder in it, a folder with a reference.json, or a single
            reference.json or outputs.zip.
        named: How the user named it, for messages.

    Returns:
        An observation for each attempt of each test that left a report or that is named like a reference
        target. Other tests are only listed.
    """
    if root.is_file():
        return _single(root, named)
    observations: list[Observation] = []
    others: list[tuple[str, str]] = []
    for folder in _folders(root):
        seen = _observe(root, named, folder)
        if all(one.state == State.ABSENT for one in seen) and not is_reference(seen[-1].place.label):
            others.append((seen[-1].place.label, seen[-1].bazel))
        else:
            observations += seen
    return Findings(tuple(observations), others=tuple(others))


def _single(path: pathlib.Path, named: str) -> Findings:
    try:
        data = read_file(path) or b""
    except OSError as error:
        return Findings(problems=((named, f"cannot be read: {error}"),))
    if data[:2] == b"PK":
        reading, environment = read_archive(data)
    else:
        reading = read_report(data)
        beside = path.with_name("environment.json")
        environment = read_environment(beside.read_bytes() if beside.is_file() else None)
    target = environment.get("target") or environment.get("node")
    place = Place(target if isinstance(target, str) and target else named, named)
    return Findings(
        (_one(path, place, reading, environment, path, path.with_name("test.log"), ("", 0.0, None)),)
    )

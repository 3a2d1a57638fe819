# SPDX-License-Identifier: Apache-2.0
"""What one run is to do: from the rule's configuration or the command line, and from Bazel's variables."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple

CONFIG_SCHEMA = "flaggems.reference-config/v1"
LIST_SCHEMA = "flaggems.benchmark-case-list/v2"
ENVIRONMENT_SCHEMA = "flaggems.python-environment/v1"
LEVELS = ("core", "comprehensive")
STATUSES = ("PASSED", "FAILED", "UNSUPPORTED", "ALL_SKIP", "NO_CASES")


class UsageError(Exception):
    """The run cannot start; the text is one line for the user."""


# A named tuple, since `dataclasses` costs 10 ms to import and every worker waits for it.
class Config(NamedTuple):
    """One run.

    Attributes:
        target: the Bazel label, or None.
        node: pytest id, its file relative to ``root``.
        root: folder from which the node's packages are imported.
        level: ``core`` or ``comprehensive``.
        device: a key of `runner.device.DEVICES`.
        expected_status: the status that the report must have.
        allow_skips: with ``PASSED``: may the source skip cases.
        case_list: a frozen case list, or None.
        environment: ``environment.json`` of a Python environment, or None for this interpreter and its path.
        archive: what the environment's packages are unpacked from where they are not there, or None.
        fingerprint: the promised device, or None.
        cpus: number of threads.
        device_memory_mib: what the largest case needs of a GPU, or None where that is not known.
        case_timeout_s: seconds that one case may take, or None.
        case_ids: run exactly these cases.
        pattern: Bazel's ``--test_filter``, or None.
        shard: ``(index, count)`` or None.
        output_dir: where the outputs go.
        xml_file: where the JUnit XML goes.
        status_file: Bazel's shard status file, or None.
        tmp_dir: Bazel's folder for temporary files, or None.
        timeout_s: Bazel's time limit in seconds, or None.
        attempt: Bazel's variables that tell repeated runs apart.
    """

    target: str | None
    node: str
    root: str
    level: str
    device: str
    expected_status: str
    allow_skips: bool
    case_list: str | None
    environment: str | None
    archive: str | None
    fingerprint: str | None
    cpus: int
    device_memory_mib: int | None
    case_timeout_s: float | None
    case_ids: tuple[str, ...]
    pattern: str | None
    shard: tuple[int, int] | None
    output_dir: str
    xml_file: str
    status_file: str | None
    tmp_dir: str | None
    timeout_s: float | None
    attempt: Mapping[str, str]

    @property
    def name(self) -> str:
        """What the user calls the run."""
        return self.target or self.node


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        "python -m runner",
        description="Check that the baseline of one benchmark node runs, case by case.",
        allow_abbrev=False,
    )
    parser.error = _refuse  # type: ignore[method-assign,assignment]
    parser.add_argument(
        "--config", metavar="FILE", help="configuration file written by the reference_test rule"
    )
    parser.add_argument("--node", metavar="ID", help="benchmark/test_x.py::test_x")
    parser.add_argument(
        "--root", metavar="DIR", help="folder that holds benchmark/ (default: the current one)"
    )
    parser.add_argument("--device", default=None, help="cpu (default) or cuda")
    parser.add_argument("--level", default=None, help="core (default) or comprehensive")
    parser.add_argument(
        "--expected-status", metavar="STATUS", default=None, help=f"one of {', '.join(STATUSES)}"
    )
    parser.add_argument(
        "--allow-skips", action="store_true", help="PASSED also if the source skips some cases"
    )
    parser.add_argument("--case-list", metavar="FILE", help="frozen case list that the plan must equal")
    parser.add_argument(
        "--case-id", metavar="ID", action="append", default=[], help="run exactly this case; repeatable"
    )
    parser.add_argument(
        "--case-timeout", metavar="SECONDS", type=float, help="time limit of one case (default: none)"
    )
    parser.add_argument("--cpus", type=int, help="number of threads (default: 1)")
    parser.add_argument(
        "--device-memory", metavar="MIB", type=int, help="the GPU's memory to wait for (default: all of one)"
    )
    parser.add_argument(
        "--environment", metavar="FILE", help="environment.json of the Python environment to use"
    )
    parser.add_argument("--fingerprint", metavar="FILE", help="fingerprint of the promised device")
    parser.add_argument("--output-dir", metavar="DIR", help="where report, journal and JUnit XML go")
    parser.add_argument(
        "--rebuild", metavar="DIR", help="make the report of a killed run from the journal in DIR"
    )
    return parser


def outputs(words: Sequence[str]) -> argparse.Namespace:
    """``output_dir`` and ``rebuild`` of a command line that has a mistake elsewhere; None if not given."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    for name in ("--output-dir", "--rebuild"):
        # A value that is missing is the mistake itself.
        parser.add_argument(name, nargs="?")
    return parser.parse_known_args(words)[0]


def from_arguments(given: argparse.Namespace, environ: Mapping[str, str]) -> Config:
    """The run that a command line and Bazel's variables describe.

    Raises:
        UsageError: something is missing, unknown, contradictory or unreadable.
    """
    fields = _read_config(given.config, environ) if given.config else {}
    if not fields and not given.node:
        raise UsageError("nothing to run: give --config FILE or --node ID")

    def choose(name: str, default: object) -> object:
        value = getattr(given, name, None)
        return value if value not in (None, False) else fields.get(name, default)

    node = str(choose("node", ""))
    file, separator, function = node.partition("::")
    if not (separator and function and file.endswith(".py")) or os.path.isabs(file):
        raise UsageError(f"node {node!r} is no node id; write benchmark/test_x.py::test_x")
    if fields and not given.root:
        root = _root(str(fields.get("root", "")), file, environ)
    else:
        root = os.path.abspath(given.root or os.curdir)
    level = _word("level", choose("level", "core"), LEVELS)
    if level != fields.get("level", level):
        fields["case_list"] = None  # The target's list is of the target's level.
    memory = given.device_memory if given.device_memory is not None else fields.get("device_memory_mib")
    timeout = given.case_timeout if given.case_timeout is not None else fields.get("case_timeout_s")
    output_dir = given.output_dir or environ.get("TEST_UNDECLARED_OUTPUTS_DIR")
    if not output_dir:
        raise UsageError("no place for the report: give --output-dir DIR")
    output_dir = os.path.abspath(output_dir)

    def located(name: str) -> str | None:
        value = getattr(given, name)
        if value:
            return os.path.abspath(value)
        value = fields.get(name)
        return rlocation(str(value), environ) if value else None

    return Config(
        target=str(fields["target"]) if fields.get("target") else None,
        node=node,
        root=root,
        level=level,
        device=_word("device", choose("device", "cpu"), ("cpu", "cuda")),
        expected_status=_word("expected_status", choose("expected_status", "PASSED"), STATUSES),
        allow_skips=bool(choose("allow_skips", False)),
        case_list=located("case_list"),
        environment=located("environment"),
        archive=rlocation(str(fields["archive"]), environ) if fields.get("archive") else None,
        fingerprint=located("fingerprint"),
        cpus=_positive("cpus", choose("cpus", 1), int),
        device_memory_mib=None if memory is None else _positive("device_memory_mib", memory, int),
        case_timeout_s=None if timeout is None else _positive("case_timeout", timeout, float),
        case_ids=_case_ids(given.case_id, level),
        pattern=environ.get("TESTBRIDGE_TEST_ONLY") or None,
        shard=_shard(environ),
        output_dir=output_dir,
        xml_file=os.path.abspath(environ.get("XML_OUTPUT_FILE") or os.path.join(output_dir, "test.xml")),
        status_file=environ.get("TEST_SHARD_STATUS_FILE") or None,
        tmp_dir=environ.get("TEST_TMPDIR") or None,
        timeout_s=_timeout(environ),
        attempt={key: environ[key] for key in ("TEST_RUN_NUMBER", "TEST_ATTEMPT_NUMBER") if environ.get(key)},
    )


def rlocation(path: str, environ: Mapping[str, str]) -> str:
    """The file behind a runfiles path.

    Raises:
        UsageError: it cannot be found.
    """
    manifest = environ.get("RUNFILES_MANIFEST_FILE")
    folder = environ.get("RUNFILES_DIR") or environ.get("TEST_SRCDIR")
    if folder and os.path.exists(found := os.path.join(folder, path)):
        return os.path.abspath(found)
    if manifest:
        try:
            with open(manifest, encoding="utf-8") as file:
                for line in file:
                    key, _, value = line.rstrip("\n").partition(" ")
                    if key == path:
                        return value
        except OSError as error:
            raise UsageError(f"cannot read the runfiles manifest {manifest}: {error.strerror}") from None
    raise UsageError(f"{path} is not among the runfiles ({folder or manifest or 'RUNFILES_DIR is not set'})")


def read_json(path: str, what: str, schema: str | None = None) -> dict[str, object]:
    """A JSON object from a file, with the schema name that it must carry.

    Raises:
        UsageError: it cannot be read or is something else.
    """
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
    except OSError as error:
        raise UsageError(f"cannot read {what} {path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{what} {path} is no JSON: {error}") from None
    if not isinstance(content, dict):
        raise UsageError(f"{what} {path} is no JSON object")
    found = content.get("schema", content.get("schema_version"))
    if schema is not None and found != schema:
        raise UsageError(f"{what} {path} has schema {found!r}, not {schema!r}")
    return content


def frozen_cases(path: str, node: str, level: str) -> list[dict[str, object]]:
    """The node's cases in a frozen case list.

    Raises:
        UsageError: the list cannot be read, is malformed, or has no case of the node at this level.
    """
    content = read_json(path, "the case list", LIST_SCHEMA)
    found: list[dict[str, object]] = []
    try:
        for benchmark in content["benchmarks"]:  # type: ignore[attr-defined]
            for case in benchmark["cases"]:
                head, _, ordinal = case["case_id"].rpartition("::")
                if head.rpartition("::")[0] == f"{node}::{level}":
                    if not ordinal.isdecimal():
                        raise ValueError(f"{case['case_id']} ends in no ordinal")
                    found.append(
                        {key: case[key] for key in ("case_id", "ordinal", "dtype", "shape", "params")}
                    )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise UsageError(f"the case list {path} is malformed: {type(error).__name__}: {error}") from None
    if not found:
        raise UsageError(
            f"the case list {path} has no case of {node} at level {level}; give a list of that level, or none"
        )
    seen = set()
    for case in found:
        if case["case_id"] in seen:
            raise UsageError(f"the case list {path} has {case['case_id']} twice")
        seen.add(case["case_id"])
    return found


def _refuse(message: str) -> None:
    raise UsageError(message)


def _read_config(path: str, environ: Mapping[str, str]) -> dict[str, object]:
    return read_json(
        path if os.path.exists(path) else rlocation(path, environ), "the configuration", CONFIG_SCHEMA
    )


def _root(root: str, file: str, environ: Mapping[str, str]) -> str:
    """The folder above the node's file in the runfiles. If the file is missing, the worker says so."""
    folder = environ.get("RUNFILES_DIR") or environ.get("TEST_SRCDIR")
    if folder and os.path.isdir(found := os.path.join(folder, root)):
        return os.path.abspath(found)
    return rlocation(f"{root}/{file}", environ).removesuffix(f"/{file}")


def _word(name: str, value: object, allowed: Sequence[str]) -> str:
    if value not in allowed:
        raise UsageError(f"{name} is {value!r}; use one of {', '.join(allowed)}")
    return str(value)


def _positive(name: str, value: object, kind: type) -> int | float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1e9:
        raise UsageError(f"{name} is {value!r}; give a number above 0 and below 1e9")
    return kind(value)


def _case_ids(case_ids: Sequence[str], level: str) -> tuple[str, ...]:
    for position, case_id in enumerate(case_ids):
        parts = case_id.rsplit("::", 3)
        if len(parts) != 4 or not parts[3].isdecimal():
            raise UsageError(f"--case-id {case_id}: the form is <nodeid>::<level>::<dtype>::<ordinal>")
        if parts[1] != level:
            raise UsageError(f"--case-id {case_id} is of level {parts[1]}, this run is of level {level}")
        if case_id in case_ids[:position]:
            raise UsageError(f"--case-id {case_id} is given twice")
    return tuple(case_ids)


def _shard(environ: Mapping[str, str]) -> tuple[int, int] | None:
    count = environ.get("TEST_TOTAL_SHARDS")
    if not count:
        return None
    try:
        index, total = int(environ.get("TEST_SHARD_INDEX", "")), int(count)
    except ValueError:
        index, total = -1, 0
    if not 0 <= index < max(total, 1):
        raise UsageError(
            f"TEST_SHARD_INDEX={environ.get('TEST_SHARD_INDEX')!r} of TEST_TOTAL_SHARDS={count!r} is no shard"
        )
    # Bazel sets a single shard as 1 of 1 or not at all: both are the whole.
    return (index, total) if total > 1 else None


def _timeout(environ: Mapping[str, str]) -> float | None:
    try:
        seconds = float(environ.get("TEST_TIMEOUT", ""))
    except ValueError:
        return None
    return seconds if seconds > 0 else None

# SPDX-License-Identifier: Apache-2.0
"""What was seen of one attempt of one test: the unit that every source yields and the merge consumes."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any


class State(enum.StrEnum):
    """What became of the report of one attempt."""

    REPORT = "report"
    ABSENT = "absent"
    NOT_FETCHED = "not fetched"
    DAMAGED = "damaged"
    FOREIGN = "foreign"
    OTHER_VERSION = "other version"


@dataclasses.dataclass(frozen=True, order=True)
class Place:
    """Where an attempt stands; the order is the order of the merged report.

    Attributes:
        label: Bazel label of the target, or a path where no label is known.
        root: The input, as the user named it, through which the attempt was found.
        shard: Number of the shard from 1, or 0 when the target is not sharded.
        shards: How many shards there are, or 0.
        run: Number of the run from 1 under `--runs_per_test`, or 0.
        runs: How many runs there are, or 0.
        attempt: Number of the attempt from 1.
    """

    label: str
    root: str
    shard: int = 0
    shards: int = 0
    run: int = 0
    runs: int = 0
    attempt: int = 1

    def __str__(self) -> str:
        parts = [self.label]
        if self.shards:
            parts.append(f"shard {self.shard} of {self.shards}")
        if self.runs:
            parts.append(f"run {self.run} of {self.runs}")
        if self.attempt > 1:
            parts.append(f"attempt {self.attempt}")
        return ", ".join(parts)


@dataclasses.dataclass(frozen=True)
class Observation:
    """One attempt of one test, with its report if there is one.

    Attributes:
        place: Where it stands.
        state: What became of its report.
        report: The report, when `state` is `State.REPORT`; else None.
        environment: The report's environment.json as an object; empty where there is none.
        problem: One line for people when there is no usable report; else empty.
        bazel: Bazel's word for the attempt (`PASSED`, `TIMEOUT`, `NO_STATUS`, `SKIPPED`, ...); empty if
            unknown.
        detail: Bazel's own explanation, where it gave one.
        started: Start of the attempt, seconds since the epoch; 0 if unknown.
        wall: Duration of the attempt in seconds; None if unknown.
        wait: Seconds spent waiting for an executor or a device; None if unknown.
        cached: `local`, `remote` or empty.
        strategy: How Bazel ran it, e.g. `linux-sandbox` or `remote`; empty if unknown.
        where: Path of the report, for people.
        identity: Something equal for two sightings of one and the same file; empty when there is no file.
        log: Path of the test's log, for people.
    """

    place: Place
    state: State
    report: dict[str, Any] | None = None
    environment: dict[str, Any] = dataclasses.field(default_factory=dict)
    problem: str = ""
    bazel: str = ""
    detail: str = ""
    started: float = 0.0
    wall: float | None = None
    wait: float | None = None
    cached: str = ""
    strategy: str = ""
    where: str = ""
    identity: str = ""
    log: str = ""


@dataclasses.dataclass(frozen=True)
class Findings:
    """Everything that one input held.

    Attributes:
        observations: One for each attempt of each reference target.
        problems: Faults of the input itself, as (where, message).
        others: Tests that are no reference checks, as (label, Bazel's word).
        options: The `--config` options of the run, which a replay needs too.
    """

    observations: tuple[Observation, ...] = ()
    problems: tuple[tuple[str, str], ...] = ()
    others: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()

    def __add__(self, other: Findings) -> Findings:
        return Findings(
            self.observations + other.observations,
            self.problems + other.problems,
            self.others + other.others,
            self.options + other.options,
        )

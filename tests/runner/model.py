# SPDX-License-Identifier: Apache-2.0
"""SPEC section 3 once more, from its text alone: what the report of a history must say.

A history is one node: its cases, each with what happens to it, and what happens to the node besides. Nothing
of the runner is imported here.
"""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class History:
    """One node.

    Attributes:
        fates: one of each selected case, in order: ``pass``, ``explicit`` (one of the three categories, the
            device still works), ``unknown``, ``explicit_lost`` (explicit, but the device no longer
            synchronises), ``native_skip`` (the marker skips the case), ``source_skip`` (the source skips
            within the case), ``crash``.
        after: what follows the last case: ``return``, ``skip`` (the source skips the node), ``raise``,
            ``crash``, ``teardown`` (the fixture's teardown fails), ``unsupported`` (a further benchmark has
            no case builder).
        before: ``run``, ``setup_skip`` or ``setup_error`` (no case is ever planned).
        exit_status: pytest's, where pytest comes to its end.
    """

    fates: tuple[str, ...]
    after: str = "return"
    before: str = "run"
    exit_status: int | None = None


def statuses(history: History) -> tuple[list[str], list[str]]:
    """The statuses of the case records, in order, and of the further records."""
    if history.before == "setup_skip":
        return [], ["SKIP"]
    if history.before == "setup_error":
        return [], ["FAILED"]
    cases: list[str] = []
    ended = None
    for fate in history.fates:
        if ended:
            cases.append("NOT_RUN")
        elif fate == "pass":
            cases.append("PASSED")
        elif fate == "explicit":
            cases.append("FAILED")
        elif fate == "native_skip":
            cases.append("SKIP")
        elif fate == "source_skip":
            cases.append("SKIP")
            ended = "skip"
        else:
            cases.append("FAILED")
            ended = "crash" if fate == "crash" else "stop"
    extra: list[str] = []
    if ended is None:
        extra = {
            "return": [],
            "skip": ["SKIP"],
            "raise": ["FAILED"],
            "crash": ["FAILED"],
            "teardown": ["FAILED"],
            "unsupported": ["UNSUPPORTED"],
        }[history.after]
    elif ended == "skip":
        extra = ["SKIP"]
    if (ended == "skip") or (ended is None and history.after == "skip"):
        # "that node's PASSED and NOT_RUN records count as SKIP"
        cases = ["SKIP" if status in ("PASSED", "NOT_RUN") else status for status in cases]
    return cases, extra


def overall(history: History) -> str:
    """The overall status: the first rule that applies."""
    cases, extra = statuses(history)
    records = cases + extra
    crashed = "crash" in _reached(history)
    exit_status = None if crashed else history.exit_status
    if "FAILED" in records or "NOT_RUN" in records:
        return "FAILED"
    if exit_status not in (0, 1, 5):
        return "FAILED"
    if "UNSUPPORTED" in records:
        return "UNSUPPORTED"
    if exit_status == 1:
        return "FAILED"
    if "PASSED" in records:
        return "PASSED"
    return "ALL_SKIP" if records else "NO_CASES"


def counts(history: History) -> list[int]:
    """How often each case's baseline was called; a crash, like a failure, is during the call."""
    if history.before != "run":
        return []
    found, ended = [], False
    for fate in history.fates:
        called = not ended and fate != "native_skip"
        found.append(int(called))
        ended = ended or fate in ("unknown", "explicit_lost", "source_skip", "crash")
    return found


def _reached(history: History) -> set[str]:
    if history.before != "run":
        return set()
    for fate in history.fates:
        if fate == "crash":
            return {"crash"}
        if fate in ("unknown", "explicit_lost", "source_skip"):
            return set()
    return {history.after}

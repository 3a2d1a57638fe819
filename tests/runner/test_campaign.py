# SPDX-License-Identifier: Apache-2.0
"""Faults at random moments, each run judged by `checker`; and what it all costs.

The long campaign is one command: ``REFERENCE_KILLS=200 python -m pytest tests/runner/test_campaign.py -s``.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import time

import pytest

from runner.environment import variables

from . import checker
from .project import NODE, children, journal_lines, wait_for

KILLS = int(os.environ.get("REFERENCE_KILLS", "8"))
SEED = int(os.environ.get("REFERENCE_SEED", "0")) or random.SystemRandom().randrange(1, 2**32)
CASES = 100

# Every signal that ends a process.
FATAL = [
    number
    for number in signal.valid_signals()
    if number
    not in (signal.SIGCHLD, signal.SIGCONT, signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)
    and number not in (signal.SIGURG, signal.SIGWINCH, signal.SIGPIPE, signal.SIGXFSZ)
]


def finished(project):
    """Ids of the cases whose end is in the journal."""
    return [event["case_id"] for event in journal_lines(project) if event["e"] == "end"]


def judge(project, before, status):
    """The report of a run that was killed, after a check that nothing is lost and nothing is green."""
    document = checker.check_outputs(project.outputs)
    by_id = {record.get("case_id"): record["status"] for record in document["records"]}
    ends = [event for event in journal_lines(project) if event["e"] == "end"]
    lost = [event for event in ends if by_id.get(event["case_id"]) != event["status"]]
    assert not lost, f"finished cases lost: {lost}"
    assert {event["case_id"] for event in ends} >= set(before)
    assert document["status"] == "FAILED" and status != 0, "a false PASSED"
    assert len([s for s in by_id.values() if s == "FAILED"]) == 1, "not one culprit"
    return document


@pytest.mark.parametrize("victim", ["worker", "supervisor"])
def test_killed_at_random_moments(project, victim):
    print(f"REFERENCE_SEED={SEED}")
    chance = random.Random(SEED)
    project.node("time.sleep(0.005)", sizes=tuple(range(1, CASES + 1)))
    numbers = [signal.SIGKILL] if victim == "supervisor" else [signal.SIGKILL, *FATAL]
    goal = (KILLS + 1) // 2
    judged = tries = 0
    while judged < goal:
        tries += 1
        assert tries <= 3 * goal + 5, "too few signals met a running worker"
        shutil.rmtree(project.outputs, ignore_errors=True)
        started = time.monotonic()
        process = project.start()
        # A moment of the start-up, or one in the middle of the cases.
        if chance.random() < 0.25:
            wait_for(lambda: children(process.pid) or process.poll() is not None, 120)  # noqa: B023
            moment = time.monotonic() + chance.random() * 0.4
        else:
            count = chance.randrange(CASES)
            wait_for(lambda: len(finished(project)) >= count or process.poll() is not None, 120)  # noqa: B023
            moment = time.monotonic() + chance.random() * 0.002
        wait_for(lambda: time.monotonic() >= moment)  # noqa: B023
        before = finished(project)
        pid = process.pid if victim == "supervisor" else next(iter(children(process.pid)), None)
        if pid is None:  # The worker had ended before its signal came.
            assert project.finish(process, started).status == 0
            continue
        if victim == "supervisor":
            # As the kernel would: the group dies, and nobody is left to write.
            os.kill(pid, signal.SIGKILL)
        else:
            os.kill(pid, chance.choice(numbers))
        result = project.finish(process, started)
        complete = len(finished(project)) == CASES
        if victim == "supervisor":
            checker.check_report(json.loads((project.outputs / "reference.json").read_text()))
            result = project.finish(project.start("--rebuild", str(project.outputs)), started)
        if complete and result.status == 0:
            continue  # The signal came after the last case's end.
        judge(project, before, result.status)
        judged += 1
    print(f"{judged} of {tries} runs met their signal ({victim}): all valid, nothing lost, none green")


def test_sigterm_with_a_thousand_finished_cases(project):
    project.node("if i == 1000: ctypes.PyDLL(None).pause()", sizes=(1,) * 1010)
    started = time.monotonic()
    process = project.start()
    wait_for(lambda: len(finished(project)) == 1000, 120)
    sent = time.monotonic()
    process.send_signal(signal.SIGTERM)
    result = project.finish(process, started)
    seconds = time.monotonic() - sent
    assert result.statuses == ["PASSED"] * 1000 + ["FAILED"] + ["NOT_RUN"] * 9
    print(f"SIGTERM to the complete report of 1,000 cases: {seconds:.2f} s")
    # The goal is one second on a machine that has nothing else to do.
    assert seconds < 3


def test_cost_of_the_supervisor(project):
    """The whole runner beside a bare worker: processor time, since other jobs share the machine."""
    project.node("return i")
    project.run()
    order = {
        "journal": str(project.folder / "bare.jsonl"),
        "fault_file": str(project.folder / "fault.txt"),
        "root": str(project.folder),
        "paths": [path for path in sys.path if path],
        "node": NODE,
        "level": "core",
        "device": "cpu",
        "case_ids": [],
        "filter": None,
        "shard": None,
        "case_timeout_s": None,
        "promised": None,
        "device_memory_mib": None,
        "packages": {},
        "python_version": None,
        "flag_gems_origin": None,
        "plan_only": False,
        "supervisor": os.getpid(),
    }
    worker = [sys.executable, "-I", "-S", "-B", str(checker.ROOT / "runner" / "worker.py")]
    environ = variables(project.environ(), str(project.folder), 1, False)

    def bare():
        given = json.dumps(order).encode()
        subprocess.run(worker, input=given, check=True, stdout=subprocess.DEVNULL, env=environ)

    def measure(function):
        before = os.times()
        started = time.monotonic()
        function()
        after = os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
        return used, time.monotonic() - started

    runs = [(measure(bare), measure(project.run)) for _ in range(5)]
    cpu = statistics.median(whole[0] - alone[0] for alone, whole in runs)
    wall = min(whole[1] for _, whole in runs) - min(alone[1] for alone, _ in runs)
    print(
        f"supervisor beyond the bare worker: {cpu * 1000:.0f} ms of processor, {wall * 1000:.0f} ms of wall"
    )
    assert cpu < 0.25

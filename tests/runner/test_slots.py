# SPDX-License-Identifier: Apache-2.0
"""Shares of GPUs: many processes, masks, killed holders."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner import slots
from runner.slots import Gpu, take, take_for_cuda, visible

ROOT = Path(__file__).resolve().parents[2]
GPUS = [Gpu(0, "GPU-aaaa-0", 1000), Gpu(1, "GPU-aabb-1", 1000), Gpu(2, "GPU-cccc-2", 500)]
PART = Gpu(-1, "MIG-dddd", 300)

# Takes a share, appends "took"/"gave" lines to a log, and holds it until its input ends.
HOLDER = """
import json, os, sys, time
sys.path.insert(0, sys.argv[1])
from runner.slots import Gpu, take
folder, log, mib, hold = sys.argv[2], sys.argv[3], int(sys.argv[4]), float(sys.argv[5])
gpus = [Gpu(*gpu) for gpu in json.loads(sys.argv[6])]
def note(what, slot):
    line = json.dumps([what, os.getpid(), slot.gpu.uuid, slot.mib, slot.waited_s]) + "\\n"
    descriptor = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(descriptor, line.encode())
    os.close(descriptor)
slot = take(gpus, mib, folder)
note("took", slot)
if hold < 0:
    sys.stdin.read()
else:
    time.sleep(hold)
note("gave", slot)
slot.release()
"""


def start(folder: Path, mib: int, hold: float, gpus: list[Gpu]) -> subprocess.Popen:
    described = json.dumps([[g.index, g.uuid, g.memory_mib] for g in gpus])
    command = [sys.executable, "-c", HOLDER, ROOT, folder / "locks", folder / "log", mib, hold, described]
    return subprocess.Popen([str(part) for part in command], stdin=subprocess.PIPE)


def events(folder: Path) -> list[list]:
    path = folder / "log"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def wait_for(condition, seconds: float = 60):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "not within the time"
        time.sleep(0.01)


@pytest.mark.parametrize(
    "mask, expected",
    [
        (None, [0, 1, 2]),
        ("", []),
        ("-1", []),
        ("NoDevFiles", []),
        ("1", [1]),
        ("2,0", [2, 0]),
        ("0, 2", [0, 2]),
        ("0,7,1", [0]),
        ("7", []),
        ("0,-1,1", [0]),
        ("0,0", []),
        ("GPU-aabb-1", [1]),
        ("GPU-aab", [1]),
        ("GPU-aa", []),
        ("GPU-cccc-2,0", [2, 0]),
        ("GPU-ffff", []),
        ("MIG-dddd", [-1]),
        ("x", []),
    ],
)
def test_masks_mean_what_they_mean_to_cuda(mask, expected):
    assert [gpu.index for gpu in visible([*GPUS, PART] if mask else GPUS, mask)] == expected


@given(st.lists(st.sampled_from(["0", "1", "2", "3", "-1", "GPU-aabb-1", "GPU-aa", ""]), max_size=4))
def test_a_mask_never_shows_more_than_it_names(entries):
    shown = visible(GPUS, ",".join(entries))
    assert len(shown) <= len(entries)
    for gpu, entry in zip(shown, entries, strict=False):
        assert entry == str(gpu.index) or gpu.uuid.startswith(entry)


def test_an_outer_mask_is_never_undone(tmp_path):
    folder = str(tmp_path / "locks")
    slot = take_for_cuda(10, {"CUDA_VISIBLE_DEVICES": "2"}, lambda mask: GPUS, folder)
    assert slot is not None
    assert slot.gpu == GPUS[2]
    slot.release()
    assert take_for_cuda(10, {"CUDA_VISIBLE_DEVICES": ""}, lambda mask: GPUS, folder) is None
    assert take_for_cuda(10, {}, lambda mask: [], folder) is None


def test_no_memory_is_promised_twice_all_finish_and_gpus_share_evenly(tmp_path):
    gpus = GPUS[:2]
    chance = random.Random(5)
    needs = [chance.choice([100, 250, 400, 600]) for _ in range(40)]
    running = [start(tmp_path, mib, chance.uniform(0, 0.05), gpus) for mib in needs]
    assert [process.wait(120) for process in running] == [0] * len(needs)
    held: Counter[str] = Counter()
    runs: Counter[str] = Counter()
    for what, _, uuid, mib, _ in events(tmp_path):
        held[uuid] += mib if what == "took" else -mib
        runs[uuid] += what == "took"
        assert held[uuid] <= 1000
    assert sum(runs.values()) == len(needs)
    assert +held == Counter()
    # Runs come one by one on a busy machine; even then no GPU is left out.
    assert set(runs) == {gpu.uuid for gpu in gpus}


def test_holders_spread_evenly(tmp_path):
    running = [start(tmp_path, 250, -1, GPUS[:2]) for _ in range(6)]
    try:
        wait_for(lambda: len(events(tmp_path)) == 6)
        assert Counter(event[2] for event in events(tmp_path)) == {"GPU-aaaa-0": 3, "GPU-aabb-1": 3}
    finally:
        for process in running:
            process.communicate()


def test_a_killed_holder_frees_its_share(tmp_path):
    first = start(tmp_path, 900, -1, GPUS[:1])
    wait_for(lambda: len(events(tmp_path)) == 1)
    second = start(tmp_path, 900, -1, GPUS[:1])
    wait_for(lambda: _is_queued(tmp_path))
    assert second.poll() is None, "it waits and does not fail"
    assert len(events(tmp_path)) == 1
    first.send_signal(signal.SIGKILL)
    first.wait()
    wait_for(lambda: len(events(tmp_path)) == 2)
    assert events(tmp_path)[1][1:3] == [second.pid, "GPU-aaaa-0"]
    assert events(tmp_path)[1][4] > 0
    second.communicate()


def test_a_large_need_is_not_passed_over(tmp_path):
    small = start(tmp_path, 400, -1, GPUS[:1])
    wait_for(lambda: len(events(tmp_path)) == 1)
    large = start(tmp_path, 900, -1, GPUS[:1])
    wait_for(lambda: _is_queued(tmp_path))
    late = start(tmp_path, 100, -1, GPUS[:1])
    time.sleep(0.3)
    assert len(events(tmp_path)) == 1, "the late one would fit, but the large one came first"
    small.communicate()
    wait_for(lambda: len([e for e in events(tmp_path) if e[0] == "took"]) == 3)
    took = [event[1] for event in events(tmp_path) if event[0] == "took"]
    assert took == [small.pid, large.pid, late.pid]
    large.communicate()
    late.communicate()


def _is_queued(folder: Path) -> bool:
    """Does some process hold the head of the queue."""
    import fcntl

    descriptor = os.open(folder / "locks" / "queue", os.O_RDWR)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def test_more_than_there_is_means_all_of_it(tmp_path):
    slot = take(GPUS[:1], 5000, str(tmp_path / "locks"))
    assert slot.mib == 1000
    slot.release()


def test_files_are_open_to_other_users(tmp_path):
    folder = tmp_path / "locks"
    before = os.umask(0o077)
    try:
        take(GPUS[:1], 1, str(folder)).release()
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o7777 == 0o1777
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o666}


def test_this_host_can_be_asked():
    """On a host without an NVIDIA driver there is none; with one, each has an identity and memory."""
    found = slots.nvidia_gpus()
    assert len({gpu.uuid for gpu in found}) == len(found)
    assert bool(found) == os.path.exists("/proc/driver/nvidia/version")

# SPDX-License-Identifier: Apache-2.0
"""Processes known by pid and start time, so that a reused pid is never signalled."""

from __future__ import annotations

import ctypes
import os
import select
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path


class ClusterError(RuntimeError):
    """The cluster could not do what was asked; the message says what and what to do next."""


@dataclass(frozen=True)
class Process:
    """A process that may outlive the one which started it.

    Attributes:
        pid: its number in the caller's pid namespace.
        start: start time in clock ticks since boot, field 22 of proc(5)'s `stat`.
    """

    pid: int
    start: int

    @classmethod
    def of(cls, pid: int) -> Process:
        """Identify a live process by its number."""
        return cls(pid, _stat(pid)[1])

    def as_json(self) -> dict[str, int]:
        """Return the fields as JSON values."""
        return asdict(self)

    @contextmanager
    def handle(self) -> Iterator[int | None]:
        """Open a pidfd on exactly this process, or give None when it has ended."""
        try:
            fd = os.pidfd_open(self.pid)
        except ProcessLookupError:
            yield None
            return
        try:
            # The pidfd is opened first: a process found identical afterwards is the one it refers to.
            yield fd if self.alive() else None
        finally:
            os.close(fd)

    def alive(self) -> bool:
        """Say whether the process still runs; a zombie has ended."""
        try:
            state, start = _stat(self.pid)
        except (FileNotFoundError, ProcessLookupError):
            return False
        return start == self.start and state not in "ZX"

    def send(self, number: signal.Signals) -> None:
        """Send a signal; a process that has ended is left alone."""
        with self.handle() as fd:
            if fd is not None:
                signal.pidfd_send_signal(fd, number)

    def wait(self, seconds: float) -> bool:
        """Wait until the process ends; False when it still runs after that many seconds."""
        with self.handle() as fd:
            if fd is None:
                return True
            poll = select.poll()
            poll.register(fd, select.POLLIN)
            return bool(poll.poll(int(seconds * 1000)))

    def stop(self, first: signal.Signals = signal.SIGTERM, grace: float = 10.0) -> None:
        """Stop the process: one polite signal, then SIGKILL when it outlives the grace period."""
        self.send(first)
        if not self.wait(grace):
            self.send(signal.SIGKILL)
            if not self.wait(grace):
                raise ClusterError(f"process {self.pid} does not end, not even after SIGKILL")
        try:
            os.waitpid(self.pid, os.WNOHANG)
        except ChildProcessError:
            pass  # started by another process, which reaps it

    def descendants(self) -> list[int]:
        """Return the pids of all live children, their children and so on."""
        children: dict[int, list[int]] = {}
        for pid in pids():
            try:
                parent = int(_stat_fields(pid)[1])
            except (FileNotFoundError, ProcessLookupError):
                continue
            children.setdefault(parent, []).append(pid)
        found, queue = [], [self.pid]
        while queue:
            for child in children.get(queue.pop(), []):
                found.append(child)
                queue.append(child)
        return found


def die_with_parent() -> None:
    """Have the kernel kill this process, which was just forked, when its parent ends; it outlasts `exec`."""
    ctypes.CDLL(None, use_errno=True).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG of prctl(2)


def pids() -> list[int]:
    """Return the numbers of all processes in this pid namespace."""
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def _stat_fields(pid: int) -> list[str]:
    # The second field is the command in brackets and may itself hold spaces and brackets.
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _stat(pid: int) -> tuple[str, int]:
    fields = _stat_fields(pid)
    return fields[0], int(fields[19])


def wait_until(condition: Callable[[], bool], seconds: float, what: str, poll: float = 0.05) -> None:
    """Wait until a condition holds.

    Args:
        condition: called again and again; it may raise ClusterError to end the wait early.
        seconds: the bound.
        what: what was awaited, for the message.
        poll: seconds between two calls.

    Raises:
        ClusterError: the condition did not hold in time.
    """
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise ClusterError(f"gave up after {seconds:g} s: {what}")
        time.sleep(poll)


def listens(port: int, candidates: list[int]) -> bool:
    """Say whether one of some processes listens on a TCP port, and not another program of this machine."""
    listening = "0A"  # TCP_LISTEN in proc(5)'s net/tcp
    sockets = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(table).read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == listening and int(fields[1].rpartition(":")[2], 16) == port:
                sockets.add(f"socket:[{fields[9]}]")
    for pid in candidates:
        try:
            if any(os.readlink(entry.path) in sockets for entry in os.scandir(f"/proc/{pid}/fd")):
                return True
        except OSError:
            continue
    return False


def memory_kib(pid: int) -> int:
    """Return the proportional set size of a process in KiB, 0 when it has ended or may not be read."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    except OSError:
        pass
    return 0

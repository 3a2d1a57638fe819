# SPDX-License-Identifier: Apache-2.0
"""How a worker ended that did not end by itself: the event ``death`` of the journal."""

from __future__ import annotations

import os
import signal

from .journal import EXIT_JOURNAL

Event = dict[str, object]

_SIGNAL_HINTS: dict[int, str] = {
    signal.SIGSEGV: "an invalid memory access in native code",
    signal.SIGBUS: "an invalid memory access in native code, or a file mapped into memory became shorter",
    signal.SIGABRT: "native code gave up (abort, a failed assertion, an uncaught C++ exception)",
    signal.SIGFPE: "an arithmetic fault in native code, such as an integer division by zero",
    signal.SIGILL: "an instruction that this processor does not have",
    signal.SIGXCPU: "the limit on processor time (ulimit -t)",
    signal.SIGXFSZ: "the limit on file size (ulimit -f)",
}


class MemoryWatch:
    """Notices whether the kernel's out-of-memory killer was at work since it was made."""

    def __init__(self) -> None:
        self._before = self._counters()

    def evidence(self, peak_bytes: int) -> str | None:
        """Why a SIGKILL probably came from the out-of-memory killer, or None.

        Args:
            peak_bytes: the worker's peak resident size.
        """
        for source, count in self._counters().items():
            if count > self._before.get(source, count):
                return f"the out-of-memory killer's counter in {source} rose"
        limit = min(_limits(), default=None)
        if limit and peak_bytes > 0.9 * limit:
            return (
                f"the worker had {peak_bytes / 2**30:.1f} GiB of the {limit / 2**30:.1f} GiB that there are"
            )
        return None

    @staticmethod
    def _counters() -> dict[str, int]:
        found = {}
        # The machine's own counter last: a kill elsewhere moves it as well.
        for path in [*_cgroup_files("memory.events", "memory.oom_control"), "/proc/vmstat"]:
            for line in _lines(path):
                key, _, value = line.partition(" ")
                if key == "oom_kill":
                    found[path] = int(value)
        return found


def by_status(status: int, peak_bytes: int, watch: MemoryWatch, traceback: str) -> Event:
    """The death of a worker that nobody stopped.

    Args:
        status: as ``os.wait4`` returns it.
        peak_bytes: the worker's peak resident size.
        watch: made before the worker was.
        traceback: what faulthandler wrote, perhaps nothing.
    """
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        name, text = _signal_name(number), signal.strsignal(number) or "unknown signal"
        evidence = watch.evidence(peak_bytes) if number == signal.SIGKILL else None
        if evidence:
            hint = f"OUT_OF_MEMORY: {evidence}"
        elif number == signal.SIGKILL:
            hint = "SIGNAL: someone killed the process; no sign of the out-of-memory killer"
        else:
            hint = f"SIGNAL: {_SIGNAL_HINTS.get(number, text)}"
        return _event(name, f"the worker was killed by {name} ({text})", hint, traceback)
    code = os.WEXITSTATUS(status)
    if code == EXIT_JOURNAL:
        message = "the worker could not write its journal; is the disk of the outputs full?"
        return _event(
            "OSError", message, "JOURNAL: nothing is known about this case after its last stage", traceback
        )
    if traceback.startswith("Timeout ("):
        message = f"the case took longer than its time limit: {traceback.splitlines()[0]}"
        return _event("TimeoutError", message, "TIMEOUT: case_timeout_s", traceback)
    message = f"the worker ended with exit status {code} and no result"
    return _event(
        "SystemExit",
        message,
        f"EXIT: something in the process called os._exit({code}) or exit({code})",
        traceback,
    )


def by_order(name: str, elapsed: float, limit: float | None, traceback: str) -> Event:
    """The death of a worker that the supervisor stopped.

    Args:
        name: the signal that the supervisor got, or ``deadline``.
        elapsed: seconds since the supervisor's start.
        limit: Bazel's time limit in seconds, or None.
        traceback: where the worker was.
    """
    if limit is not None and (name == "deadline" or elapsed >= 0.9 * limit):
        message = f"stopped after {elapsed:.1f} s: the test's time limit is {limit:g} s (TEST_TIMEOUT)"
        return _event("TimeoutError", message, "TIMEOUT: the time limit of the whole test", traceback)
    return _event(
        "Interrupted",
        f"the run was stopped by {name} after {elapsed:.1f} s",
        f"INTERRUPTED: {name}",
        traceback,
    )


def not_started(error: OSError) -> Event:
    """The worker could not even be made."""
    message = f"the worker cannot be started: {error.strerror}: {error.filename or 'fork'}"
    return _event(type(error).__name__, message, "START: no case ran", "")


def _event(kind: str, message: str, hint: str, traceback: str) -> Event:
    return {"type": kind, "message": message, "hint": hint, "traceback": traceback}


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _cgroup_files(second: str, first: str) -> list[str]:
    """Files of this process's memory control group, its own and that of the mounted root.

    In a container the root is usually the container's own group, whatever path the kernel names.

    Args:
        second: the file's name in version 2.
        first: its name in version 1.
    """
    found = []
    for line in _lines("/proc/self/cgroup"):
        number, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if "memory" in controllers.split(","):
            mount, name = "/sys/fs/cgroup/memory", first
        elif number == "0":
            mount, name = "/sys/fs/cgroup", second
        else:
            continue
        found += [f"{mount}{path.rstrip('/')}/{name}", f"{mount}/{name}"]
    return [file for file in dict.fromkeys(found) if os.path.exists(file)]


def _limits() -> list[int]:
    files = _cgroup_files("memory.max", "memory.limit_in_bytes")
    texts = [line for file in files for line in _lines(file)]
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return [int(text) for text in texts if text.isdecimal()] + [total]


def _lines(path: str) -> list[str]:
    try:
        with open(path) as file:
            return file.read().splitlines()
    except OSError:
        return []

# SPDX-License-Identifier: Apache-2.0
"""The journal: what happened, one JSON object a line, written before it happens and after.

It is the only thing that a report is made from, so it must outlive the process that writes it. A line is one
write to a descriptor opened for appending: no buffer is lost with the process, and two writers never mix
within a line. Nothing is synchronised to the disk, since the faults it is meant for kill processes and not
the machine.
"""

from __future__ import annotations

import fcntl
import json
import os
import time

Event = dict[str, object]

# The worker leaves with this status when it cannot write its journal (``EX_IOERR``).
EXIT_JOURNAL = 74


class Journal:
    """An open journal.

    Args:
        path: the file.
        fresh: start an empty one. It is locked as long as this process has it open: the journals of two runs
            in one folder must not become one.

    Raises:
        BlockingIOError: another run has it.
        OSError: the file cannot be opened.
    """

    def __init__(self, path: str, fresh: bool = False) -> None:
        self.path = path
        self._fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        if fresh:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(self._fd, 0)

    def emit(self, kind: str, /, **fields: object) -> None:
        """Append one event.

        Raises:
            OSError: it could not be written in full.
        """
        line = encode({"e": kind, "t": round(time.monotonic(), 6), **fields})
        while line:
            line = line[os.write(self._fd, line) :]

    def end_line(self) -> None:
        """Close a line that a dead writer may have left open."""
        os.write(self._fd, b"\n")

    def close(self) -> None:
        """Close the file."""
        os.close(self._fd)


def encode(event: Event) -> bytes:
    """One event as a line of ASCII; values that JSON does not know are written as text."""
    return json.dumps(event, separators=(",", ":"), default=str).encode("ascii") + b"\n"


def read(path: str) -> list[Event]:
    """All events of a journal, in order.

    A last line without its newline was being written when the writer died and is left out. Any other line
    that cannot be read becomes an event ``damage``: the report must not pretend that nothing was lost.

    Raises:
        OSError: the file cannot be read.
    """
    with open(path, "rb") as file:
        *lines, _torn = file.read().split(b"\n")
    return [_parse(number, line) for number, line in enumerate(lines, 1) if line]


def _parse(number: int, line: bytes) -> Event:
    try:
        event = json.loads(line)
    except ValueError:  # also covers bytes that are no UTF-8
        event = None
    if isinstance(event, dict) and isinstance(event.get("e"), str):
        return event
    return {"e": "damage", "line": number}

# SPDX-License-Identifier: Apache-2.0
"""The first process of a service's namespaces: shows it what it may see, drops root and starts it.

Runs under unshare(1) with the service's description as its one argument, a JSON object. Only the standard
library is used, and nothing beside this file is imported, because it is read before any path is exposed.

A service is one or more commands that live and die together: when one of them ends, so do the others and
every process that they left behind, since this process is the init of their pid namespace. If the description
says so, all of it is then started again, as a machine that reboots.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any


def closed_ancestor(path: Path) -> Path | None:
    """Return the outermost folder above a path which other users may not walk through, if there is one."""
    return next((p for p in reversed(path.parents) if not p.stat().st_mode & 0o001), None)


def mount(*arguments: str) -> None:
    """Run the mount command, whose own message says what went wrong."""
    subprocess.run(["mount", *arguments], check=True)


def expose(paths: list[tuple[Path, bool]], holding: Path) -> None:
    """Make paths reachable for users who may not walk through their ancestors.

    A closed ancestor (such as root's home) is covered, in this mount namespace only, by an empty folder in
    which just the exposed paths appear. What else lies there is thereby hidden, as on another machine.

    Args:
        paths: the paths, each with whether it may be written to.
        holding: an empty folder, used to keep the originals while their ancestor is being covered.
    """
    closed: dict[Path, list[tuple[Path, Path, bool]]] = {}
    mount("-t", "tmpfs", "-o", "mode=0700,size=1m", "tmpfs", str(holding))
    for number, (path, writable) in enumerate(paths):
        ancestor = closed_ancestor(path)
        if ancestor is None:
            continue
        kept = holding / str(number)
        kept.mkdir() if path.is_dir() else kept.touch()
        mount("--bind", str(path), str(kept))
        closed.setdefault(ancestor, []).append((path, kept, writable))
    for ancestor, members in closed.items():
        mount("-t", "tmpfs", "-o", "mode=0755,size=1m", "tmpfs", str(ancestor))
        for path, kept, writable in sorted(members):
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists():
                continue  # lies within one that is there already
            path.mkdir() if kept.is_dir() else path.touch()
            mount("--bind", str(kept), str(path))
            if not writable:
                mount("-o", "remount,bind,ro", str(path))
    subprocess.run(["umount", "--lazy", "--recursive", str(holding)], check=True)


def start(command: dict[str, Any], root: bool) -> subprocess.Popen[bytes]:
    """Start one command as its user, its output appended to its log."""
    user = {"user": command["uid"], "group": command["uid"], "extra_groups": []} if root else {}
    with open(command["log"], "ab") as log:
        child = subprocess.Popen(
            command["argv"],
            env=command["env"],
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            umask=0o022,
            start_new_session=True,
            **user,
        )
    ready = command.get("ready")
    deadline = time.monotonic() + 30
    while ready and not os.path.exists(ready) and time.monotonic() < deadline and child.poll() is None:
        time.sleep(0.02)
    return child


def first_end(children: dict[int, subprocess.Popen[bytes]]) -> int:
    """Wait for the first command to end and return its exit code, negative for a signal.

    Orphans of a test are handed to this process and are reaped here as well.
    """
    for child in children.values():
        if child.returncode is not None:
            return child.returncode
    while True:
        pid, status = os.wait()
        if pid in children:
            return os.waitstatus_to_exitcode(status)


def reap() -> None:
    """Wait until no process is left in the namespace but this one."""
    try:
        while True:
            os.wait()
    except ChildProcessError:
        return


def main() -> int:
    """Set up, start the commands, and serve as their init until a signal or the first one's end.

    Returns:
        0 after a polite stop, else the status of the command that ended, 128 + n for signal n.
    """
    spec = json.loads(sys.argv[1])
    root = bool(spec["root"])
    if os.getpid() != 1:
        sys.exit("contain.py must be the init of a pid namespace; start it by unshare --pid --fork")
    socket.sethostname(spec["hostname"])
    if root:
        expose([(Path(p), w) for p, w in spec["expose"]], Path(spec["holding"]))
    for path in spec["hide"]:
        if os.path.exists(path):
            mount("--bind", "/dev/null", os.path.realpath(path))
    for folder, options in spec["tmpfs"]:
        mount("-t", "tmpfs", "-o", options, "tmpfs", folder)

    children: dict[int, subprocess.Popen[bytes]] = {}
    stopping = False

    def stop(_number: int, _frame: object) -> None:
        nonlocal stopping
        stopping = True
        for child in children.values():
            child.send_signal(spec["stop_signal"])

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    while not stopping:
        for command in spec["commands"]:
            child = start(command, root)
            children[child.pid] = child
        status = first_end(children)
        # What is left, be it a second command or a test that outlived its worker, must not go on alone.
        if not stopping:
            os.kill(-1, signal.SIGKILL)
        reap()
        children.clear()
        if not stopping and not spec["restart"]:
            return status if status >= 0 else 128 - status
        if not stopping:
            time.sleep(0.5)
    return 0


if __name__ == "__main__":
    sys.exit(main())

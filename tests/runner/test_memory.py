# SPDX-License-Identifier: Apache-2.0
"""The runner where memory ends: a control group with a limit and the kernel's killer, and an rlimit."""

from __future__ import annotations

import contextlib
import os
import resource
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from .project import wait_for

LIMIT = 256 << 20
# Written to, so that the pages are really there.
ALLOCATE = "if i == 2: held = b'x' * (1 << 30)"


def own_group(version: int) -> Path | None:
    """Folder of this process's memory control group, None where this version has no memory controller."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        number, controllers, path = line.split(":", 2)
        if version == 1 and "memory" in controllers.split(","):
            return Path("/sys/fs/cgroup/memory" + path)
        if version == 2 and number == "0":
            folder = Path("/sys/fs/cgroup" + path)
            with contextlib.suppress(OSError):
                if "memory" in (folder / "cgroup.controllers").read_text().split():
                    return folder
    return None


@dataclass
class Group:
    """A control group with a limit; `counter` is the file in which the kernel counts its kills."""

    folder: Path
    counter: str

    def enter(self) -> None:
        (self.folder / "cgroup.procs").write_text("0")


def made(version: int) -> Group:
    """A new group.

    Raises:
        OSError: this process may not make one.
    """
    parent = own_group(version)
    if parent is None:
        raise OSError(f"no memory controller of version {version}")
    if version == 2:
        # A group whose children have controllers may hold no process of its own.
        parent = parent.parent if parent != Path("/sys/fs/cgroup") else parent
        if "memory" not in (parent / "cgroup.subtree_control").read_text().split():
            (parent / "cgroup.subtree_control").write_text("+memory")
    group = parent / f"reference-test-{os.getpid()}"
    group.mkdir()
    limits = ["memory.max"] if version == 2 else ["memory.limit_in_bytes", "memory.memsw.limit_in_bytes"]
    try:
        for name in limits:
            if version == 2 or (group / name).exists():
                (group / name).write_text(str(LIMIT))
        if version == 2 and (group / "memory.swap.max").exists():
            (group / "memory.swap.max").write_text("0")
    except OSError:
        group.rmdir()
        raise
    return Group(group, "memory.events" if version == 2 else "memory.oom_control")


@pytest.fixture
def group() -> Iterator[Group]:
    reasons = []
    for version in (2, 1):
        try:
            found = made(version)
        except OSError as error:
            reasons.append(f"version {version}: {error}")
            continue
        yield found
        processes = found.folder / "cgroup.procs"
        wait_for(lambda: not processes.read_text())  # noqa: B023 - the loop ends here
        found.folder.rmdir()
        return
    pytest.skip(f"no memory control group can be made here: {'; '.join(reasons)}")


def test_the_out_of_memory_killer_is_named(project, group):
    project.node(ALLOCATE)
    result = project.run(preexec_fn=group.enter)
    assert result.status == 1
    assert result.statuses == ["PASSED", "PASSED", "FAILED", "NOT_RUN"]
    record = result.report["records"][2]
    assert record["stage"] == "invoke" and record["failure"]["type"] == "SIGKILL"
    counter = group.folder / group.counter
    assert record["hint"] == f"OUT_OF_MEMORY: the out-of-memory killer's counter in {counter} rose"
    assert "oom_kill 1" in counter.read_text().splitlines()


def test_a_kill_within_a_limit_is_not_taken_for_one(project, group):
    project.node("if i == 2: os.kill(os.getpid(), signal.SIGKILL)")
    result = project.run(preexec_fn=group.enter)
    assert result.statuses == ["PASSED", "PASSED", "FAILED", "NOT_RUN"]
    hint = result.report["records"][2]["hint"]
    assert hint == "SIGNAL: someone killed the process; no sign of the out-of-memory killer"


def test_without_the_limit_the_same_node_passes(project):
    project.node(ALLOCATE)
    assert project.run().status == 0


def test_an_rlimit_is_an_exception_of_the_case(project):
    project.node("if i == 2: held = bytearray(8 << 30)")
    result = project.run(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)))
    assert result.statuses == ["PASSED", "PASSED", "FAILED", "NOT_RUN"]
    record = result.report["records"][2]
    assert record["failure"]["type"] == "MemoryError" and record["hint"].startswith("OUT_OF_MEMORY")

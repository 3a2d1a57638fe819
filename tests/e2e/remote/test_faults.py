# SPDX-License-Identifier: Apache-2.0
"""Faults: each ends within a bound, in a truthful verdict, with no process left and no report lost."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.bazel import Call
from tests.e2e.remote.probe import Probe, said
from tools.cluster.process import Process, pids, wait_until
from tools.cluster.services import Cluster

GPU = ("--config=remote_gpu", "--platforms=//:gpu_a")


def holders(text: str) -> list[int]:
    """Return the pids of processes whose environment holds a text: the probe's, by its marker."""
    found = []
    for pid in pids():
        try:
            environment = Path(f"/proc/{pid}/environ").read_bytes()
            arguments = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if text.encode() in environment and b"probe.py" in arguments:
            found.append(pid)
    return found


class Running:
    """A probe under way on the worker `gpu-a`."""

    def __init__(self, workspace: Probe, cluster: Cluster, *flags: str) -> None:
        self.cluster, self.workspace = cluster, workspace
        self.marker = cluster.folder / "w" / "gpu-a" / "tmp" / f"marker-{time.monotonic_ns()}"
        self.call: Call = workspace.begin(
            "test", *GPU, f"--test_env=PROBE_MARKER={self.marker}", *flags, "//:other"
        )
        wait_until(self.marker.exists, 60, "the probe starts")
        self.pids = holders(self.marker.name)
        assert self.pids

    def program(self, name: str) -> Process:
        """Find a program of the worker by a part of its command line."""
        for pid in self.cluster.processes["worker:gpu-a"].descendants():
            arguments = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            if any(a.endswith(f"libexec/{name}".encode()) for a in arguments):
                return Process.of(pid)
        raise AssertionError(f"no {name} runs in gpu-a")

    def old_processes_end(self, seconds: float) -> None:
        """Wait until no process of the first attempt is left, and fail when a second one starts before."""
        wait_until(
            lambda: not set(self.pids) & set(pids()), seconds, "the first attempt's processes end", poll=0.01
        )


@pytest.fixture
def running(workspace: Probe, cluster: Cluster) -> Callable[..., Running]:
    workspace.write(SECONDS=8)
    return lambda *flags: Running(workspace, cluster, *flags)


def verdict(workspace: Probe, code: int) -> str:
    return f"exit {code}, report {workspace.report('other')['status']}"


def test_worker_killed(running, workspace: Probe, fault) -> None:
    under_way = running()
    under_way.program("buildbox-worker").send(signal.SIGKILL)
    under_way.old_processes_end(2)
    result = under_way.call.end(60)
    assert result.code == 0, result.output
    assert workspace.report("other")["status"] == "PASSED"
    fault("worker process killed in mid-test", "nothing", result.seconds, "retried: " + verdict(workspace, 0))


def test_casd_of_the_worker_killed(running, workspace: Probe, fault) -> None:
    under_way = running()
    under_way.program("buildbox-casd").send(signal.SIGKILL)
    under_way.old_processes_end(2)
    result = under_way.call.end(60)
    assert result.code == 0, result.output
    assert workspace.report("other")["status"] == "PASSED"
    fault(
        "the worker's casd killed in mid-test", "nothing", result.seconds, "retried: " + verdict(workspace, 0)
    )


def test_executor_lost_and_replaced(running, workspace: Probe, cluster: Cluster, fault) -> None:
    under_way = running()
    cluster.stop("worker:gpu-a", signal.SIGKILL)
    under_way.old_processes_end(1)
    cluster.start_worker("gpu-a")
    result = under_way.call.end(90)
    assert result.code == 0, result.output
    assert workspace.report("other")["status"] == "PASSED"
    fault(
        "executor lost in mid-test, replaced", "nothing", result.seconds, "retried: " + verdict(workspace, 0)
    )


def test_executor_lost_for_good(running, workspace: Probe, cluster: Cluster, fault) -> None:
    under_way = running("--remote_retries=0", "--keep_going")
    cluster.stop("worker:gpu-a", signal.SIGKILL)
    under_way.old_processes_end(1)
    result = under_way.call.end(120)
    assert result.infrastructure == "remote execution failed", result.output
    assert result.tests["//:other"].status == "NO_STATUS"
    fault(
        "executor lost in mid-test for good, no retries", said(result), result.seconds, "exit 34, NO STATUS"
    )


def test_server_restarted(running, workspace: Probe, cluster: Cluster, fault) -> None:
    under_way = running()
    cluster.stop("server", signal.SIGKILL)
    cluster.start_server()
    result = under_way.call.end(90)
    assert result.code == 0, result.output
    assert workspace.report("other")["status"] == "PASSED"
    fault("server killed in mid-test and restarted", "nothing", result.seconds, verdict(workspace, 0))


def test_store_restarted(running, workspace: Probe, cluster: Cluster, fault) -> None:
    under_way = running()
    cluster.stop("store", signal.SIGKILL)
    cluster.start_store()
    result = under_way.call.end(90)
    assert result.code == 0, result.output
    assert workspace.report("other")["status"] == "PASSED"
    fault("CAS killed in mid-test and restarted", "nothing", result.seconds, verdict(workspace, 0))


def test_no_server(workspace: Probe, cluster: Cluster, fault) -> None:
    cluster.stop("server")
    try:
        result = workspace.run("test", "--config=remote", "--remote_retries=2", "//:other", seconds=60)
    finally:
        cluster.start_server()
        # They would try again at their leisure; new ones come with the next test.
        cluster.stop_workers(signal.SIGKILL)
    assert result.infrastructure, result.output
    assert "//:other" not in result.tests or result.tests["//:other"].status == "NO_STATUS"
    fault(
        "no server at all, 2 retries",
        said(result),
        result.seconds,
        f"exit {result.code}, {result.infrastructure}",
    )


def test_blobs_deleted_under_a_cached_result(workspace: Probe, cluster: Cluster, fault) -> None:
    # Nothing was downloaded, so the second build needs blobs which only the store had.
    flags = ("--config=remote", "--remote_download_outputs=minimal", "--remote_download_regex=.*/testlogs/.*")
    first = workspace.run("test", *flags, "//:probe")
    assert first.code == 0, first.output
    run = workspace.report("probe")["run"]
    cluster.wipe_store()
    workspace.write(SECONDS=0.1)
    result = workspace.run("test", *flags, "//:probe", seconds=120)
    assert result.code == 0, result.output
    assert workspace.report("probe")["run"] != run
    said = "retrying the build" if "retrying the build" in result.output else "nothing"
    fault("all blobs deleted under cached results", said, result.seconds, "rebuilt: exit 0, report PASSED")


def test_full_store(clusters: Callable[..., Cluster], workspace: Probe, fault) -> None:
    small = clusters(store_tmpfs="48m", reserved="1M", quota="1G")
    flags = ["--config=remote", "--remote_retries=0", "--keep_going", f"--remote_executor={small.endpoint}"]
    assert workspace.run("test", *flags, "//:other").code == 0
    # The test passes on the executor, but its report finds no room: that is not a pass.
    workspace.write(MIB=64)
    result = workspace.run("test", *flags, "//:other", seconds=120)
    assert result.infrastructure == "remote execution failed", result.output
    assert "Unable to upload" in said(result)
    assert result.tests["//:other"].status == "NO_STATUS"
    fault("the store's disk is full", said(result), result.seconds, "exit 34, NO STATUS")
    workspace.write(MIB=1)
    assert workspace.run("test", *flags, "//:other").code == 0


def test_local_fallback_stays_off(workspace: Probe) -> None:
    # A user's own flag comes later and wins; the project's runner still finds no device then.
    flags = ("--config=remote_gpu", "--platforms=//:gpu_nobody_has")
    result = workspace.run("test", *flags, "//:other")
    assert result.infrastructure, result.output
    assert {spawn.runner for spawn in result.spawns} <= {"remote", "remote cache hit"}

# SPDX-License-Identifier: Apache-2.0
"""Faults that take minutes, with the project's own retries; pytest runs this file when it is named."""

from __future__ import annotations

import re
import signal

import pytest

from tests.e2e.remote.conftest import RC
from tests.e2e.remote.probe import Probe, said
from tests.e2e.remote.test_faults import GPU, Running
from tools.cluster.process import wait_until
from tools.cluster.services import Cluster


@pytest.fixture(scope="module")
def retries() -> int:
    found = re.search(r"--remote_retries=(\d+)", RC.read_text())
    assert found
    return int(found[1])


def test_no_worker_ends_after_the_queue_time_out_of_each_try(
    workspace: Probe, cluster: Cluster, retries: int, fault
) -> None:
    cluster.stop("worker:gpu-a")
    tries = 1 + retries
    bound = tries * (cluster.settings.queue_timeout + 15)
    result = workspace.run("test", *GPU, "--keep_going", "//:other", seconds=bound)
    assert result.infrastructure == "remote execution failed", result.output
    assert result.tests["//:other"].status == "NO_STATUS"
    fault(f"no worker of the pool is up, {tries} tries", said(result), result.seconds, "exit 34, NO STATUS")


def test_no_server_ends(workspace: Probe, cluster: Cluster, fault) -> None:
    cluster.stop("server")
    try:
        result = workspace.run("test", "--config=remote", "//:other", seconds=300)
    finally:
        cluster.start_server()
        cluster.stop_workers(signal.SIGKILL)
    assert result.infrastructure, result.output
    fault("no server at all", said(result), result.seconds, f"exit {result.code}, {result.infrastructure}")


def test_a_test_that_kills_each_worker_ends(workspace: Probe, cluster: Cluster, fault) -> None:
    workspace.write(SECONDS=60)
    under_way = Running(workspace, cluster, "--remote_retries=0", "--keep_going")
    seen: set[str] = set()

    def next_attempt() -> bool:
        return under_way.call.process.poll() is not None or under_way.marker.read_text() not in ("", *seen)

    while under_way.call.process.poll() is None:
        seen.add(under_way.marker.read_text())
        assert len(seen) <= 6, "BuildGrid gives a job to a worker 5 times"
        under_way.program("buildbox-worker").send(signal.SIGKILL)
        wait_until(next_attempt, 120, "the next attempt starts, or Bazel ends")
    result = under_way.call.end(60)
    assert result.infrastructure == "remote execution failed", result.output
    assert result.tests["//:other"].status == "NO_STATUS"
    fault(
        f"each of {len(seen)} workers killed by the test", said(result), result.seconds, "exit 34, NO STATUS"
    )


def test_a_full_store_ends_with_the_projects_retries(clusters, workspace: Probe, fault) -> None:
    small = clusters(store_tmpfs="48m", reserved="1M", quota="1G")
    workspace.write(MIB=64)
    flags = ["--config=remote", "--keep_going", f"--remote_executor={small.endpoint}"]
    result = workspace.run("test", *flags, "//:other", seconds=600)
    assert result.infrastructure == "remote execution failed", result.output
    assert result.tests["//:other"].status == "NO_STATUS"
    fault("the store's disk is full, all retries", said(result), result.seconds, "exit 34, NO STATUS")

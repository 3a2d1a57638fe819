# SPDX-License-Identifier: Apache-2.0
"""The cluster's own command: up, status, several at once, down with nothing left."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.e2e.bazel import ROOT
from tools.cluster.process import wait_until
from tools.cluster.provision import Tools
from tools.cluster.services import Cluster


def run(folder: Path, command: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = [ROOT / "tools" / "cluster" / "cluster", command, "--dir", folder, *arguments]
    # By this interpreter, for which everything is there already.
    environ = {**os.environ, "PYTHON": sys.executable}
    return subprocess.run(program, capture_output=True, text=True, timeout=120, env=environ)


def test_two_clusters_at_once_and_down_leaves_nothing(cluster: Cluster, short_folder: Path) -> None:
    up = run(short_folder, "up")
    try:
        assert up.returncode == 0, up.stderr
        state = json.loads((short_folder / "cluster.json").read_text())
        assert state["endpoint"] != cluster.endpoint
        assert state["endpoint"] in (short_folder / "bazelrc").read_text()
        assert cluster.connected_workers() == ["bare0", "cpu0", "gpu-a", "gpu-b"]
        started = Cluster.load(short_folder, cluster.tools)
        assert started.connected_workers() == ["cpu0", "gpu0"]
        assert run(short_folder, "status").returncode == 0

        again = run(short_folder, "up")
        assert again.returncode == 1
        assert "runs in" in again.stderr

        assert run(short_folder, "kill", "gpu0").returncode == 0
        status = run(short_folder, "status")
        assert status.returncode == 3
        assert "worker:gpu0        down" in status.stdout
        assert run(short_folder, "start", "gpu0").returncode == 0
        assert run(short_folder, "status").returncode == 0
    finally:
        down = run(short_folder, "down")
    assert down.returncode == 0, down.stderr
    assert not short_folder.exists()
    assert not started.leftovers()
    assert all(not process.alive() for process in started.processes.values())


def test_a_service_that_does_not_start_is_named_and_all_is_stopped(
    clusters: Callable[..., Cluster], short_folder: Path, cluster: Cluster
) -> None:
    broken = Cluster(short_folder, cluster.tools, cluster.settings, port=cluster.port)
    try:
        broken.up()
    except Exception as error:
        assert "server" in str(error)
    else:
        raise AssertionError("two servers on one port")
    assert not broken.leftovers()


def test_a_bound_cluster_ends_with_a_process_that_is_killed(tools: Tools, short_folder: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from tools.cluster.provision import Tools; "
        "from tools.cluster.services import Cluster; "
        "Cluster(Path(sys.argv[1]), Tools(Path(sys.argv[2])), bound=True).up(); print('up', flush=True); "
        "time.sleep(600)"
    )
    owner = subprocess.Popen(
        [sys.executable, "-c", code, short_folder, tools.folder],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    with owner:
        assert owner.stdout and owner.stdout.readline() == "up\n"
        cluster = Cluster.load(short_folder, tools)
        assert cluster.leftovers()
        owner.kill()
    wait_until(lambda: not cluster.leftovers(), 10, "all processes end")


def test_status_of_no_cluster(short_folder: Path) -> None:
    done = run(short_folder, "status")
    assert done.returncode == 1
    assert f"no cluster in {short_folder}" in done.stderr

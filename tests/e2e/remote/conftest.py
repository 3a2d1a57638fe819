# SPDX-License-Identifier: Apache-2.0
"""One cluster and one Bazel server for all tests of this folder that do no harm to them."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.e2e.bazel import scratch
from tests.e2e.remote.probe import Probe
from tools.cluster.provision import Tools, provision
from tools.cluster.services import Cluster, Settings, Worker, remove

WORKERS = (
    Worker("cpu0", {"OSFamily": "Linux", "Pool": "cpu"}),
    # An image as small as many are.
    Worker("bare0", {"OSFamily": "Linux", "Pool": "bare"}, lacks=("/usr/bin/zip", "/bin/zip")),
    Worker("gpu-a", {"OSFamily": "Linux", "Pool": "gpu", "gpu": "class-a"}),
    Worker("gpu-b", {"OSFamily": "Linux", "Pool": "gpu", "gpu": "class-b"}),
)
RC = Path(__file__).with_name("fixture.bazelrc")

FAULTS: list[tuple[str, str, str, str]] = []


@pytest.fixture(scope="session")
def tools() -> Tools:
    return provision()


@pytest.fixture(scope="session")
def base() -> Iterator[Path]:
    folder = scratch("remote")
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder that is not there yet, with a path short enough for the Unix sockets in it."""
    folder = Path(tempfile.mkdtemp(prefix="rc-"))
    folder.rmdir()
    yield folder
    if folder.exists():
        remove(folder)


@pytest.fixture(scope="session")
def clusters(tools: Tools) -> Iterator[Callable[..., Cluster]]:
    """Starts a cluster that is stopped, and checked for leftovers, at the end of the session."""
    made: list[Cluster] = []

    def make(**settings: object) -> Cluster:
        # A short path: Unix sockets lie in it.
        folder = Path(tempfile.mkdtemp(prefix="rc-"))
        folder.chmod(0o755)
        settings.setdefault("workers", WORKERS)
        cluster = Cluster(folder, tools, Settings(**settings), bound=True)  # type: ignore[arg-type]
        made.append(cluster)
        cluster.up()
        return cluster

    yield make
    for cluster in made:
        cluster.down()
        remove(cluster.folder)


@pytest.fixture(scope="session")
def cluster(clusters: Callable[..., Cluster]) -> Cluster:
    # Long enough for what these tests run one after another, short enough to be waited for once.
    return clusters(queue_timeout=20)


@pytest.fixture(scope="session")
def shared(cluster: Cluster, base: Path) -> Iterator[Probe]:
    workspace = Probe.make(base / "workspace", base / "root", [RC, cluster.folder / "bazelrc"])
    # Starts the server and reads the rules, so that the bounds of the tests hold for what they are about.
    warm = workspace.run("build", "--config=remote", "--nobuild", "//:all", seconds=300)
    assert warm.code == 0, warm.output
    yield workspace
    workspace.close()


@pytest.fixture
def workspace(shared: Probe, cluster: Cluster, request: pytest.FixtureRequest) -> Iterator[Probe]:
    """The shared workspace in a state of its own: no result of another test fits it."""
    (shared.folder / "source.txt").write_text(f"{request.node.nodeid}\n")
    (shared.folder / "fingerprint.json").write_text(f'{{"device": "{request.node.nodeid}"}}\n')
    shared.write()
    cluster.start_workers()
    yield shared


@pytest.fixture
def fault() -> Callable[..., None]:
    """Notes a row of the fault table that is printed at the end."""

    def note(done: str, said: str, seconds: float, verdict: str) -> None:
        FAULTS.append((done, said, f"{seconds:.0f} s", verdict))

    return note


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not FAULTS:
        return
    lines = ["| what was done | what Bazel said | how long | verdict |", "|---|---|---|---|"]
    for row in FAULTS:
        cells = [cell.replace("|", "\\|") for cell in row]
        lines.append(
            "| " + " | ".join(c if len(c) < 240 else f"{c[:110]} … {c[-110:]}" for c in cells) + " |"
        )
    terminalreporter.section("faults")
    for line in lines:
        terminalreporter.write_line(line)
    if path := os.environ.get("REMOTE_FAULT_TABLE"):
        Path(path).write_text("\n".join(lines) + "\n")

# SPDX-License-Identifier: Apache-2.0
from pathlib import Path

import pytest

from benchmark import settings
from tests.benchmark.argued import ADDED
from tools.manifest.collect import Node, collect

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def nodes() -> list[Node]:
    return collect(ROOT)


@pytest.fixture(scope="session")
def public(nodes: list[Node]) -> list[Node]:
    """The nodes that the public tree has as well, or should have."""
    return [node for node in nodes if node.nodeid not in ADDED]


@pytest.fixture(autouse=True)
def _core_on_the_cpu():
    with settings.using(level="core", device="cpu", driver=Idle(), timing=settings.Timing(), results=[]):
        yield


class Idle:
    """A driver that does nothing, for tests that make benchmarks."""

    def created(self, benchmark):
        pass

    def run(self, benchmark):
        pass

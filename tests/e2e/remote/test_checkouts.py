# SPDX-License-Identifier: Apache-2.0
"""A second checkout, with another output base, takes results and reports from what the first one left."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from tests.e2e.remote.probe import Probe


@pytest.fixture(scope="module")
def clone(shared: Probe) -> Iterator[Probe]:
    workspace = shared.clone("clone")
    yield workspace
    workspace.run("shutdown")


def same_sources(workspace: Probe, clone: Probe) -> None:
    for name in ("source.txt", "fingerprint.json", "behaviour.py"):
        shutil.copy(workspace.folder / name, clone.folder / name)


@pytest.mark.parametrize(
    ("cache", "strategy"),
    [("remote", "remote cache hit"), ("disk", "disk cache hit")],
    ids=["remote", "disk"],
)
def test_result_and_report_are_shared(workspace: Probe, clone: Probe, cache: str, strategy: str) -> None:
    # The disk cache is the default that needs no server.
    disk = f"--disk_cache={workspace.folder.parent / 'disk-cache'}"
    flags = ["--config=remote"] if cache == "remote" else [disk]
    first = workspace.run("test", *flags, "//:other")
    assert first.code == 0, first.output
    same_sources(workspace, clone)
    second = clone.run("test", *flags, "//:other", PATH="/elsewhere:/usr/local/bin:/usr/bin:/bin")
    test = second.tests["//:other"]
    assert (test.status, test.cached, test.strategy) == ("PASSED", True, strategy), second.output
    assert (
        clone.outputs("other")["test.outputs/reference.json"]
        == (workspace.outputs("other")["test.outputs/reference.json"])
    )

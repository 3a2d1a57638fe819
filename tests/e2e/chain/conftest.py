# SPDX-License-Identifier: Apache-2.0
"""One workspace with small nodes and one Bazel server for all tests of this folder."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.e2e.bazel import Result, Workspace, copy_project, scratch
from tests.e2e.chain import nodes


@pytest.fixture(scope="session")
def workspace() -> Iterator[Workspace]:
    base = scratch("chain")
    copy_project(base / "workspace")
    nodes.write(base / "workspace")
    made = Workspace(base / "workspace", base / "root")
    yield made
    made.close()
    shutil.rmtree(base)


@pytest.fixture(scope="session")
def everything(workspace: Workspace) -> Result:
    """All targets of the workspace in one run, but for the one that hangs."""
    targets = ["//benchmark/...", "-//benchmark:hanging_ref"]
    return workspace.run("test", "--keep_going", "--", *targets, seconds=900)


@pytest.fixture(scope="session")
def first(workspace: Workspace, everything: Result) -> Workspace:
    """What that run left, whatever other tests do to the workspace."""
    return workspace.keep_testlogs()

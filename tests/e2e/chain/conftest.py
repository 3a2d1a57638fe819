# SPDX-License-Identifier: Apache-2.0
"""One workspace with small nodes and one Bazel server for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.bazel import Result, Workspace, project
from tests.e2e.chain import nodes


@pytest.fixture(scope="session")
def workspace() -> Iterator[Workspace]:
    with project("chain", nodes.write) as made:
        yield made


@pytest.fixture(scope="session")
def run_of_all(workspace: Workspace) -> tuple[Result, Workspace]:
    """All targets of the workspace in one run, but for the one that hangs; and what it left."""
    targets = ["//benchmark/...", "-//benchmark:hanging_ref"]
    result = workspace.run("test", "--keep_going", "--", *targets, seconds=900)
    return result, workspace.keep_testlogs()


@pytest.fixture(scope="session")
def everything(run_of_all: tuple[Result, Workspace]) -> Result:
    """What Bazel said of that run."""
    return run_of_all[0]


@pytest.fixture(scope="session")
def first(run_of_all: tuple[Result, Workspace]) -> Workspace:
    """What that run left, whatever other tests do to the workspace."""
    return run_of_all[1]

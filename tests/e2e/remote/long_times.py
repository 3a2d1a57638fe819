# SPDX-License-Identifier: Apache-2.0
"""Times of one small node, here and on the cluster: `pytest -s` on this file prints the table."""

from __future__ import annotations

import shutil

from tests.e2e.remote.test_project import CPU, TARGET, Project
from tests.e2e.remote.test_project import project as project

LOCAL = ("--config=system", "--disk_cache={cache}")


def test_times(project: Project) -> None:
    cache = project.workspace.folder.parent / "disk-cache"
    local = tuple(flag.format(cache=cache) for flag in LOCAL)
    rows = ["| | where | how | whole call s | the test itself s | inputs |", "|---|---|---|---|---|---|"]

    def measure(where: str, what: str, flags: tuple[str, ...], strategy: str, *more: str) -> None:
        result = project.test(*flags, *more)
        assert result.code == 0, result.output
        assert result.tests[TARGET].strategy == strategy, result.output
        spawn = next(s for s in result.spawns if s.mnemonic == "TestRunner")
        seconds = project.report("environment.json")["seconds"]
        rows.append(f"| {what} | {where} | {strategy} | {result.seconds} | {seconds} | {len(spawn.inputs)} |")

    for where, flags, runner, hit in (
        ("here", local, "linux-sandbox", "disk cache hit"),
        ("cluster", CPU, "remote", "remote cache hit"),
    ):
        # Each nonce is one more action.
        measure(where, "first", flags, runner, "--test_env=NONCE=1")
        measure(where, "again, another action", flags, runner, "--test_env=NONCE=2")
        project.workspace.run("clean")
        measure(where, "cached, after clean", flags, hit, "--test_env=NONCE=2")
        project.workspace.run("clean", "--expunge")
        measure(where, "cached, after clean --expunge", flags, hit, "--test_env=NONCE=2")
    shutil.rmtree(cache)
    print("\n" + "\n".join(rows))

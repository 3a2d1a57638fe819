# SPDX-License-Identifier: Apache-2.0
"""Times of one small node with the locked environment, here and on the cluster.

`pytest -s` on this file prints the table.
"""

from __future__ import annotations

import shutil

from tests.e2e.remote.measure_environment import times
from tests.e2e.remote.test_project import LOCKED, TARGET, Project, inputs
from tests.e2e.remote.test_project import project as project


def test_times(project: Project) -> None:
    cache = project.workspace.folder.parent / "disk-cache"
    local = (f"--disk_cache={cache}",)
    rows = [
        "| what | how | call s | upload s | staging s | unpacking s | test itself s | inputs | CAS MiB |",
        "|---|---|---|---|---|---|---|---|---|",
    ]

    def measure(what: str, flags: tuple[str, ...], strategy: str, nonce: int) -> None:
        # Each nonce is one more action.
        result = project.test(*flags, f"--test_env=NONCE={nonce}", seconds=900)
        assert result.code == 0, result.output
        assert result.tests[TARGET].strategy == strategy, result.output
        environment, phases = project.report("environment.json"), times(result)
        unpacking = environment["unpacking_s"]
        seconds = [result.seconds, phases.get("uploadTime", 0), phases.get("setupTime", 0)]
        seconds += [unpacking, environment["seconds"] - unpacking]
        columns = [round(value, 1) for value in seconds]
        columns += [len(inputs(result)), project.cluster.cas_bytes() >> 20]
        rows.append(f"| {what} | {strategy} | {' | '.join(f'{value:g}' for value in columns)} |")
        print(rows[-1], flush=True)

    def lose_the_worker() -> None:
        project.cluster.stop("worker:cpu0")
        shutil.rmtree(project.cluster.folder / "w" / "cpu0")
        project.cluster.start_worker("cpu0")

    # The environment is packed once, when it is installed; that is no part of a call's time.
    packed = project.workspace.run(
        "build", *LOCKED, "--output_groups=archive", "//rules/python:current", seconds=900
    )
    assert packed.code == 0, packed.output
    print(f"\npacking, if it was not: {packed.seconds} s")
    measure("here, first", local, "linux-sandbox", 1)
    measure("here, another action", local, "linux-sandbox", 2)
    measure("cluster, nothing anywhere", LOCKED, "remote", 1)
    measure("cluster, another action", LOCKED, "remote", 2)
    lose_the_worker()
    measure("cluster, a new executor", LOCKED, "remote", 3)
    measure("cluster, another action", LOCKED, "remote", 4)
    for where, flags, hit in (("here", local, "disk cache hit"), ("cluster", LOCKED, "remote cache hit")):
        project.workspace.run("clean")
        measure(f"{where}, after clean", flags, hit, 2)
        project.workspace.run("clean", "--expunge")
        measure(f"{where}, after clean --expunge", flags, hit, 2)
    shutil.rmtree(cache)
    print("\n" + "\n".join(rows))

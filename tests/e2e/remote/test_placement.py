# SPDX-License-Identifier: Apache-2.0
"""Where actions run, and what happens when there is nowhere."""

from __future__ import annotations

import itertools

import pytest

from tests.e2e.remote.probe import Probe, said
from tools.cluster.services import Cluster

GPU = ("--config=remote_gpu", "--platforms=//:gpu_a")


def test_cpu_target_runs_on_the_cpu_worker(workspace: Probe) -> None:
    result = workspace.run("test", "--config=remote", "//:probe")
    assert result.code == 0, result.output
    assert workspace.report("probe")["worker"] == "cpu0"
    assert {spawn.runner for spawn in result.spawns} <= {"remote", "remote cache hit"}
    assert all(spawn.platform == {"Pool": "cpu"} for spawn in result.spawns)


def test_gpu_target_runs_on_the_gpu_worker_and_its_build_actions_do_not(workspace: Probe) -> None:
    result = workspace.run("test", *GPU, "--remote_download_outputs=all", "//:probe")
    assert result.code == 0, result.output
    assert workspace.report("probe")["worker"] == "gpu-a"
    built = (workspace.folder / "bazel-bin" / "built_on.txt").read_text()
    assert built.startswith("cpu0\n")
    by_mnemonic = {spawn.mnemonic: spawn.platform for spawn in result.spawns}
    assert by_mnemonic["Genrule"] == {"Pool": "cpu"}
    assert by_mnemonic["TestRunner"] == {"Pool": "gpu", "gpu": "class-a"}


def test_a_target_may_choose_its_pool_by_the_test_prefix(workspace: Probe) -> None:
    result = workspace.run("test", "--config=remote", "//:own_pool")
    assert result.code == 0, result.output
    assert workspace.report("own_pool")["worker"] == "gpu-a"


def test_the_test_is_not_root_and_sees_no_variable_of_the_client(workspace: Probe) -> None:
    result = workspace.run("test", "--config=remote", "//:probe", A_SECRET_TOKEN="not to be seen")
    assert result.code == 0, result.output
    report = workspace.report("probe")
    assert report["uid"] != 0
    assert not report["python_path_is_writable"]
    # docs/remote.md lists them: Bazel's own, the worker's and the shell's.
    bazels = ("TEST_", "RUNFILES", "JAVA_RUNFILES", "PYTHON", "BAZEL_", "GTEST_")
    others = "EXPERIMENTAL_SPLIT_XML_GENERATION FLAGGEMS_REFERENCE_CACHE HOME LANG LC_CTYPE OLDPWD PATH PWD"
    others += " RBE_WORKER RUN_UNDER_RUNFILES SHLVL TMPDIR TZ USER XML_OUTPUT_FILE _"
    assert {name for name in report["environment"] if not name.startswith(bazels)} <= set(others.split())


def test_no_gpu_worker_no_verdict(workspace: Probe, cluster: Cluster, fault) -> None:
    cluster.stop("worker:gpu-a")
    result = workspace.run("test", *GPU, "--remote_retries=0", "--keep_going", "//:probe", seconds=60)
    assert result.infrastructure == "remote execution failed", result.output
    assert "Operation has been queued for too long" in said(result)
    assert result.tests["//:probe"].status == "NO_STATUS"
    assert {spawn.runner for spawn in result.spawns if spawn.mnemonic == "TestRunner"} == {"remote"}
    fault("no worker of the pool is up", said(result), result.seconds, "exit 34, NO STATUS")

    # The control: the same test, the CPU worker being up all the while.
    result = workspace.run("test", "--config=remote", "//:probe")
    assert result.code == 0, result.output
    assert workspace.report("probe")["worker"] == "cpu0"


@pytest.mark.parametrize(
    ("platform", "named"), [("gpu_nobody_has", ("gpu", "class-z")), ("unknown_key", ("Frobnicate", "yes"))]
)
def test_an_unmet_or_unknown_property_ends_at_once_and_is_named(
    workspace: Probe, platform: str, named: tuple[str, str], fault
) -> None:
    result = workspace.run(
        "test", "--config=remote_gpu", f"--platforms=//:{platform}", "//:other", seconds=30
    )
    assert result.infrastructure == "remote execution failed", result.output
    assert "FAILED_PRECONDITION" in said(result)
    assert all(word in said(result) for word in named)
    assert result.tests["//:other"].status == "NO_STATUS"
    assert {spawn.runner for spawn in result.spawns if spawn.mnemonic == "TestRunner"} == {"remote"}
    fault(
        f"property {'='.join(named)} that no worker offers",
        said(result),
        result.seconds,
        "exit 34, NO STATUS",
    )


def test_tests_of_one_gpu_take_turns(workspace: Probe) -> None:
    workspace.write(SECONDS=1)
    targets = ["//:probe", "//:other", "//:third"]
    result = workspace.run("test", *GPU, *targets)
    assert result.code == 0, result.output
    reports = [workspace.report(target.removeprefix("//:")) for target in targets]
    assert {report["worker"] for report in reports} == {"gpu-a"}
    spans = sorted((report["began"], report["ended"]) for report in reports)
    assert all(before[1] <= after[0] for before, after in itertools.pairwise(spans)), spans

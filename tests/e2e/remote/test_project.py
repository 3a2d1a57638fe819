# SPDX-License-Identifier: Apache-2.0
"""The project's own targets on the cluster: real rules, real runner, an environment held by the executors."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.bazel import ROOT, Result, Workspace, copy_project
from tests.e2e.remote.conftest import RC
from tools.cluster.services import DEFAULT_WORKERS, Cluster

NODE = """\
import pytest
import torch

from .families.pointwise import Unary


@pytest.mark.tiny
def test_tiny():
    Unary("tiny", torch.negative, (torch.float32, torch.float64), shapes=[(2, 3), (4,)]).run()
"""

BUILD = """\
load("@rules_python//python:defs.bzl", "py_library")
load("//rules:defs.bzl", "reference_test")

py_library(
    name = "harness",
    srcs = glob(["**/*.py"], exclude = ["test_*.py"]),
    data = ["core_shapes.yaml"],
    visibility = ["//benchmark:__subpackages__"],
)

reference_test(
    name = "tiny_ref",
    node = "benchmark/test_tiny.py::test_tiny",
    deps = ["//benchmark/families:pointwise"],
)

reference_test(
    name = "gpu_ref",
    node = "benchmark/test_tiny.py::test_tiny",
    tags = ["requires-gpu-nvidia"],
    deps = [":harness"],
)
"""

TARGET, GPU_TARGET = "//benchmark:tiny_ref", "//benchmark:gpu_ref"
LOCKED = ("--config=remote",)
CPU = ("--config=remote", "--config=system")
GPU = ("--config=remote_cuda", "--config=system")


@dataclass
class Project:
    """A copy of the project with one small node, and the cluster that it runs on."""

    workspace: Workspace
    cluster: Cluster
    python: Path

    def test(self, *flags: str, target: str = TARGET, seconds: float = 240):
        python = f"--repo_env=REFERENCE_SYSTEM_PYTHON={self.python}"
        return self.workspace.run("test", python, *flags, target, seconds=seconds)

    def report(self, name: str = "reference.json", target: str = TARGET):
        return self.workspace.report(target.removeprefix("//").replace(":", "/"), name)

    def unpacked(self) -> Path:
        """Where the CPU executor keeps unpacked environments."""
        return self.cluster.folder / "w" / "cpu0" / "environments" / f"unpacked-{self.cluster.test_uid}"

    def host(self, target: str = TARGET) -> str:
        """The executor of the last run, by its own report."""
        return self.report("environment.json", target)["host"]

    def reason(self) -> str:
        """Why the last report is red: its first reason or message."""
        for record in self.report()["records"]:
            if text := record.get("reason") or record.get("failure", {}).get("message"):
                return text.splitlines()[0]
        return self.report("environment.json")["verdict"]


def inputs(result: Result) -> list[str]:
    """The inputs of the test's action."""
    return next(spawn.inputs for spawn in result.spawns if spawn.mnemonic == "TestRunner")


@pytest.fixture(scope="module")
def project(base: Path, clusters: Callable[..., Cluster]) -> Iterator[Project]:
    folder = base / "project"
    copy_project(folder)
    (folder / "benchmark" / "test_tiny.py").write_text(NODE)
    (folder / "benchmark" / "BUILD.bazel").write_text(BUILD)
    workspace = Workspace(folder, base / "root")

    # What a GPU image looks like: an interpreter that holds torch. Here it borrows the locked packages.
    fetched = workspace.run("build", "--nobuild", "--", "@reference_env_cpu//:environment.json", seconds=900)
    assert fetched.code == 0, fetched.output
    info = subprocess.run(
        [*workspace.command, "info", "output_base"], cwd=folder, capture_output=True, text=True
    )
    site = (Path(info.stdout.strip()) / "external" / "reference_env_cpu" / "site").resolve()
    image = base / "image"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", image], check=True)
    packages = next((image / "lib").glob("python3*/site-packages"))
    (packages / "borrowed.pth").write_text(f"{site}\n")
    python = image / "bin" / "python"

    cluster = clusters(
        workers=DEFAULT_WORKERS,
        expose=(str(image), str(site.parent), os.path.realpath(sys.base_prefix)),
        queue_timeout=20,
    )
    workspace.rcs.append(cluster.folder / "bazelrc")
    yield Project(workspace, cluster, python)
    workspace.run("shutdown")
    shutil.rmtree(folder)


def test_a_reference_test_on_the_cpu_pool(project: Project) -> None:
    result = project.test(*CPU)
    assert result.code == 0, result.output
    report = project.report()
    assert report["status"] == "PASSED"
    assert [r["count"] for r in report["records"]] == [1, 1, 1, 1]
    assert project.host() == "cpu0"
    before = project.workspace.outputs("benchmark/tiny_ref")

    project.workspace.run("clean")
    again = project.test(*CPU)
    assert again.tests[TARGET].strategy == "remote cache hit", again.output
    after = project.workspace.outputs("benchmark/tiny_ref")
    assert after["test.outputs/reference.json"] == before["test.outputs/reference.json"]
    assert after["test.xml"] == before["test.xml"]


def test_a_node_that_needs_a_gpu_runs_on_the_gpu_pool_or_not_at_all(project: Project) -> None:
    # Both nodes in one call, with both workers up.
    result = project.test(*GPU, "--keep_going", target="//benchmark:all")
    assert {GPU_TARGET, TARGET} <= result.executed(), result.output
    for target in (GPU_TARGET, TARGET):
        assert project.host(target) == "gpu0"
        # No GPU is behind the label here, and the runner sees that.
        assert result.tests[target].status == "FAILED"

    # Without a GPU pool it is no target at all.
    result = project.test(*CPU, "--keep_going", target="//benchmark:all")
    assert GPU_TARGET not in result.executed()
    assert result.tests[TARGET].status == "PASSED", result.output
    assert project.host() == "cpu0"


def test_a_worker_that_advertises_a_gpu_it_has_not_is_red(project: Project, fault) -> None:
    result = project.test(*GPU)
    assert result.tests[TARGET].status == "FAILED", result.output
    report = project.report()
    assert report["status"] == "FAILED"
    assert not any(record.get("count") for record in report["records"])
    assert project.host() == "gpu0"
    fault(
        "a worker advertises a GPU that it has not", project.reason(), result.seconds, "FAILED, report kept"
    )


def test_local_fallback_is_red_too(project: Project, fault) -> None:
    pools = project.python.parent.parent / "executors.json"
    pools.write_text('{"cpu": {"Pool": "cpu"}, "cuda": {"Pool": "gpu", "gpu": "class-z"}}')
    flags = (*GPU, f"--repo_env=REFERENCE_EXECUTORS={pools}")
    off = project.test(*flags)
    assert off.infrastructure == "remote execution failed", off.output

    # Someone turns it on all the same: the test then runs here, where the runner finds no device.
    result = project.test(*flags, "--remote_local_fallback")
    assert result.tests[TARGET].status == "FAILED", result.output
    assert project.report()["status"] == "FAILED"
    fault(
        "unmet property, fallback to this machine forced",
        project.reason(),
        result.seconds,
        "FAILED, report kept",
    )


def test_the_locked_environment_is_brought_to_an_executor_and_unpacked_once(project: Project) -> None:
    seconds = []
    for _ in range(2):
        # Each time the test is run and not taken from the cache.
        result = project.test(*LOCKED, "--nocache_test_results", seconds=600)
        assert result.code == 0, result.output
        assert result.tests[TARGET].strategy == "remote"
        assert [r["count"] for r in project.report()["records"]] == [1, 1, 1, 1]
        environment = project.report("environment.json")
        assert (environment["host"], environment["python"]["kind"]) == ("cpu0", "locked")
        assert environment["python"]["found"]["executable"] != str(project.python)
        seconds.append(environment["unpacking_s"])
    assert seconds[1] < 1 < seconds[0]
    (archive,) = [path for path in inputs(result) if path.endswith(".tar.gz")]
    (kept,) = [path for path in project.unpacked().iterdir() if path.is_dir()]
    assert kept.name in archive


def test_an_environment_that_is_not_brought_is_red_and_named(project: Project) -> None:
    result = project.test(*LOCKED, "--//rules/python:ship_environment=False")
    assert result.tests[TARGET].status == "FAILED", result.output
    assert not [path for path in inputs(result) if path.endswith(".tar.gz")]
    assert "ship_environment" in project.reason()
    assert project.report()["status"] == "FAILED"


def test_another_device_promised_runs_again(project: Project) -> None:
    first = project.test(*CPU)
    assert first.code == 0, first.output
    description = project.python.parent.parent / "fingerprint.json"
    description.write_text('{"model": "another machine", "architecture": "x86_64"}')
    override = f"--repo_env=REFERENCE_DEVICE_FINGERPRINT={description}"
    result = project.test(*CPU, override)
    # The promise is another one, so the cached pass is not served.
    assert result.tests[TARGET].strategy == "remote", result.output
    assert project.report("environment.json")["device"]["promised"]["model"] == "another machine"


def test_the_fixture_is_tried_with_the_projects_flags() -> None:
    def flags(file: Path) -> set[str]:
        lines = [line.split() for line in file.read_text().splitlines() if line.startswith("common:remote ")]
        # The fixture has platforms of its own, and no environment.
        return {line[1] for line in lines if "platform" not in line[1] and "//rules" not in line[1]}

    assert flags(RC) == flags(ROOT / ".bazelrc") != set()

# SPDX-License-Identifier: Apache-2.0
"""Loading, analysis and the cached rerun of 1,100 targets."""

from __future__ import annotations

import statistics
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.bazel import OK, Workspace, project

TARGETS = 1100
PASSED = {
    "schema_version": "flaggems.reference/v1",
    "phase": "timing",
    "status": "PASSED",
    "records": [],
}
RUNNER = f"""
import json, os

def main(argv=None):
    with open(os.path.join(os.environ["TEST_UNDECLARED_OUTPUTS_DIR"], "reference.json"), "w") as file:
        json.dump({PASSED!r}, file)
    return 0
"""
BUILD = f"""
load("@rules_python//python:defs.bzl", "py_library")
load("//rules:defs.bzl", "reference_suite")

py_library(
    name = "harness",
    srcs = glob(["**/*.py"], exclude = ["test_*.py"]),
    data = ["core_shapes.yaml"],
)

reference_suite(
    name = "all_ref",
    nodes = [
        {{
            "name": "node_%d_ref" % i,
            "node": "benchmark/test_one.py::test_one",
            "operator": "one",
            "family": "family_%d" % (i % 12),
            "host_memory_gib": 1,
            "size": "small",
        }}
        for i in range({TARGETS})
    ],
    deps = [":harness"],
)
"""


def write(folder: Path) -> None:
    (folder / "benchmark/test_one.py").write_text("def test_one():\n    pass\n")
    (folder / "benchmark/BUILD.bazel").write_text(BUILD)
    (folder / "runner/main.py").write_text(RUNNER)


@pytest.fixture(scope="module")
def workspace() -> Iterator[Workspace]:
    with project("scale", write) as made:
        yield made


def heap(workspace: Workspace) -> str:
    command = [*workspace.command, "info", "used-heap-size-after-gc"]
    return subprocess.run(command, cwd=workspace.folder, capture_output=True, text=True).stdout.strip()


def test_a_thousand_targets_stay_light(workspace: Workspace):
    # The repositories are fetched first: their time is not that of the targets.
    assert workspace.run("build", "--nobuild", "//benchmark:node_0_ref", seconds=900).code == OK
    cold = workspace.run("build", "--nobuild", "//benchmark:all_ref", seconds=900)
    assert cold.code == OK, cold.output
    build_file = workspace.folder / "benchmark/BUILD.bazel"
    again = []
    for number in range(3):
        build_file.write_text(f"{BUILD}# {number}\n")
        again.append(workspace.run("build", "--nobuild", "//benchmark:all_ref", seconds=900).seconds)
    print(
        f"loading and analysis of {TARGETS} targets: {cold.seconds} s; after an edit of their file: {again} s"
    )
    print(f"heap after a collection: {heap(workspace)}")

    options = ["--test_output=summary", "--disk_cache="]
    first = workspace.run("test", *options, "//benchmark:all_ref", seconds=3000)
    assert first.code == OK, first.output[-3000:]
    assert len(first.executed()) == TARGETS
    reruns = [workspace.run("test", *options, "//benchmark:all_ref", seconds=900) for _ in range(5)]
    assert {rerun.code for rerun in reruns} == {OK}
    assert not any(rerun.executed() for rerun in reruns)
    assert all(test.cached for test in reruns[-1].tests.values())
    assert len(reruns[-1].tests) == TARGETS
    print(f"all of them once: {first.seconds} s")
    print(f"rerun of what is cached, median of 5: {statistics.median(r.seconds for r in reruns)} s")

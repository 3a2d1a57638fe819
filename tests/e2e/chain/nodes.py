# SPDX-License-Identifier: Apache-2.0
"""The small benchmark nodes of the chain's workspace, and their targets."""

from __future__ import annotations

import json
from pathlib import Path

from tests.e2e.bazel import write_nodes

HEAD = """\
import ctypes
import os
import signal
import time

import pytest
import torch

from .base import Benchmark
from .families.pointwise import Binary, Unary

FLOATS = (torch.float32, torch.float64)
"""

# File stem: body. The shapes are small, so that a target costs its start alone.
FILES = {
    "passing": """
        @pytest.mark.passing
        def test_passing():
            Unary("passing", torch.negative, FLOATS).run()
        """,
    "shaped": """
        @pytest.mark.shaped
        def test_shaped():
            Unary("shaped", torch.abs, FLOATS).run()
        """,
    "failing": """
        def baseline(x):
            if x.dtype == torch.float64:
                raise RuntimeError("the baseline cannot do this\\nsecond line")
            return x


        @pytest.mark.failing
        def test_failing():
            Unary("failing", baseline, FLOATS, shapes=[(2, 3), (4,)]).run()
        """,
    "unsupported": """
        class OwnRun(Unary):
            def run(self):
                raise AssertionError("never called")


        @pytest.mark.unsupported
        def test_unsupported():
            OwnRun("unsupported", torch.abs, FLOATS).run()
        """,
    "empty": """
        @pytest.mark.empty
        def test_empty():
            pass
        """,
    "skipping": """
        @pytest.mark.skipping
        @pytest.mark.skip_native(vendors=["cpu", "nvidia"], reason="not on this vendor")
        def test_skipping():
            Unary("skipping", torch.abs, FLOATS, shapes=[(2, 3)]).run()
        """,
    "source_skip": """
        @pytest.mark.source_skip
        @pytest.mark.skip(reason="known to hang")
        def test_source_skip():
            Unary("source_skip", torch.abs, FLOATS, shapes=[(2, 3)]).run()
        """,
    "crashing": """
        calls = []


        def baseline(x):
            calls.append(x)
            if len(calls) == 3:
                ctypes.string_at(0)
            return x


        @pytest.mark.crashing
        def test_crashing():
            Unary("crashing", baseline, FLOATS, shapes=[(2, 3), (4,)]).run()
        """,
    "hanging": """
        calls = []


        def baseline(x):
            calls.append(x)
            if len(calls) == 3:
                signal.pause()
            return x


        @pytest.mark.hanging
        def test_hanging():
            Unary("hanging", baseline, FLOATS, shapes=[(2, 3), (4,)]).run()
        """,
    "modes": """
        @pytest.mark.modes
        @pytest.mark.parametrize("mode", ["trunc", "floor"])
        def test_modes(mode):
            def divide(x, y):
                return torch.div(x, y, rounding_mode=mode)

            Binary("modes", divide, FLOATS, shapes=[(2, 3)]).run()
        """,
    "listed": """
        @pytest.mark.listed
        def test_listed():
            Unary("listed", torch.neg, FLOATS, shapes="spare").run()


        @pytest.mark.listed_too
        def test_listed_too():
            Unary("listed_too", torch.abs, FLOATS, shapes="spare").run()
        """,
    "pair": """
        @pytest.mark.pair
        def test_pair():
            Unary("pair_a", torch.abs, FLOATS, shapes=[(2, 3)]).run()
            Unary("pair_b", torch.neg, FLOATS, shapes=[(2, 3), (4,)]).run()
        """,
    "broken": """
        import no_such_module


        @pytest.mark.broken
        def test_broken():
            pass
        """,
}

# Target: (node without its folder, attributes).
TARGETS: dict[str, tuple[str, str]] = {
    "passing_ref": ("test_passing.py::test_passing", ""),
    "shaped_ref": ("test_shaped.py::test_shaped", ""),
    "failing_ref": ("test_failing.py::test_failing", ""),
    "expected_failing_ref": ("test_failing.py::test_failing", 'expected_status = "FAILED"'),
    "unexpected_pass_ref": ("test_passing.py::test_passing", 'expected_status = "FAILED"'),
    "unsupported_ref": ("test_unsupported.py::test_unsupported", ""),
    "expected_unsupported_ref": (
        "test_unsupported.py::test_unsupported",
        'expected_status = "UNSUPPORTED"',
    ),
    "empty_ref": ("test_empty.py::test_empty", ""),
    "skipping_ref": ("test_skipping.py::test_skipping", ""),
    "expected_skipping_ref": ("test_skipping.py::test_skipping", 'expected_status = "ALL_SKIP"'),
    "source_skip_ref": ("test_source_skip.py::test_source_skip", ""),
    "crashing_ref": ("test_crashing.py::test_crashing", ""),
    "hanging_ref": ("test_hanging.py::test_hanging", ""),
    "trunc_ref": ("test_modes.py::test_modes[trunc]", ""),
    "floor_ref": ("test_modes.py::test_modes[floor]", ""),
    "both_ref": ("test_modes.py::test_modes", ""),
    "listed_ref": ("test_listed.py::test_listed", 'case_list = "listed.json"'),
    "listed_too_ref": ("test_listed.py::test_listed_too", 'case_list = "listed.json"'),
    "listed_shaped_ref": ("test_shaped.py::test_shaped", 'case_list = "listed.json"'),
    "pair_ref": ("test_pair.py::test_pair", ""),
    "sharded_ref": ("test_pair.py::test_pair", "shard_count = 2"),
    "many_shards_ref": ("test_passing.py::test_passing", "shard_count = 5"),
    "missing_ref": ("test_passing.py::test_pasing", ""),
    "broken_ref": ("test_broken.py::test_broken", ""),
    "shadowed_ref": ("test_failing.py::test_failing", 'deps = ["//benchmark/families", "//shadow"]'),
    "gpu_only_ref": ("test_passing.py::test_passing", 'tags = ["requires-gpu-nvidia"]'),
}

SHAPES = """\
core:
  pointwise:
    - [4, 8]
  spare:
    - [2]
    - [5, 3]
operators:
  shaped:
    - [3]
"""


# Node without its folder: the shapes that the frozen case list has for it.
LISTED = {
    "test_listed.py::test_listed": [[2], [5, 3]],
    "test_listed.py::test_listed_too": [[2], [5, 3]],
    "test_shaped.py::test_shaped": [[3]],
}


def case_list() -> str:
    """A frozen case list, written without the code that it is to test."""
    version = "flaggems.benchmark-case-list/v2"
    benchmarks = [
        {
            "schema_version": version,
            "op_name": "any",
            "phase": "timing",
            "level": "core",
            "cases": [
                {
                    "case_id": f"benchmark/{node}::core::{dtype}::{ordinal}",
                    "ordinal": ordinal,
                    "dtype": f"torch.{dtype}",
                    "shape": {"input": shape},
                    "params": {},
                }
                for dtype in ("float32", "float64")
                for ordinal, shape in enumerate(shapes)
            ],
        }
        for node, shapes in LISTED.items()
    ]
    return json.dumps({"schema_version": version, "benchmarks": benchmarks})


# Modules that Python or the supervisor imports before it has begun; these end the process as if all was well.
SHADOWS = ("encodings", "sitecustomize", "usercustomize", "argparse", "json", "runner")
SHADOW_BUILD = """\
load("@rules_python//python:defs.bzl", "py_library")

py_library(
    name = "shadow",
    srcs = glob(["*.py"]),
    imports = ["."],
    visibility = ["//visibility:public"],
)
"""


def write_shadow(folder: Path) -> None:
    """Write a package whose modules have the names of Python's own."""
    (folder / "shadow").mkdir()
    (folder / "shadow/BUILD.bazel").write_text(SHADOW_BUILD)
    for name in SHADOWS:
        (folder / f"shadow/{name}.py").write_text("import os\n\nos._exit(0)\n")


def write(folder: Path) -> None:
    """Write the node files, their targets, the shape file and the case list."""
    write_nodes(folder, HEAD, FILES, TARGETS)
    (folder / "benchmark" / "core_shapes.yaml").write_text(SHAPES)
    (folder / "benchmark" / "listed.json").write_text(case_list())
    write_shadow(folder)

# SPDX-License-Identifier: Apache-2.0
"""From the benchmark nodes to the entries of the manifest: names, needs and expectations."""

from __future__ import annotations

import concurrent.futures
import dataclasses
import math
import multiprocessing
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any

from benchmark import memory, settings
from benchmark.cases import number
from benchmark.dtypes import dtype_name
from runner import case_list

from . import measured
from .collect import Node

GIB = 1 << 30

# What a process holds before its first case: the interpreter with torch; a CUDA context with its libraries.
HOST_BASE_BYTES = 0.4 * GIB
GPU_BASE_BYTES = 0.8 * GIB

# Speeds of a slow CPU with two cores and other work beside it: a time-out is no measure of performance.
START_SECONDS = 10.0
BYTES_PER_SECOND = 0.25e9
FLOPS_PER_SECOND = {"float16": 0.5e9, "bfloat16": 0.5e9}
OTHER_FLOPS_PER_SECOND = 10e9
SECONDS_OF_SIZE = {"small": 60, "medium": 300, "large": 900, "enormous": 3600}

# What fits the suite `cpu_ref`, made for a machine of 24 GiB; how many nodes of a family are in `smoke_ref`.
CPU_REF_GIB = 18
CPU_REF_SECONDS = 450
SMOKE_OF_A_FAMILY = 3

# Nodes that end otherwise than PASSED, with the reason. Custom runs and skips are found without it.
EXPECTED: dict[str, tuple[str, str]] = {
    **{
        f"benchmark/test_act_quant.py::test_act_quant_perf[{scale}-128]": (
            "FAILED",
            "a core shape has rows of 64, and the baseline refuses to split them into blocks of 128",
        )
        for scale in ("None", "ue8m0")
    },
    # Seen on an H200 with torch 2.11: "cuDNN Frontend error: The dim for input_names::Stats is invalid".
    # The public run was taken by a crash of the same node.
    "benchmark/test_flash_attention_backward.py::test_perf_scaled_dot_product_cudnn_attention_backward": (
        "FAILED",
        "the public tree's logsumexp has three dimensions, and cuDNN wants four",
    ),
}

# What fake tensors cannot do by their nature: sizes that depend on values, operators without a fake version.
HONEST = (
    "DataDependentOutputException",
    "DynamicOutputShapeException",
    "UnsupportedFakeTensorException",
    "UnsupportedOperatorException",
)
# Nodes that end on fake tensors in another error, which would be taken for a mistake, with the reason.
UNFAKEABLE: dict[str, str] = {
    **{nodeid: reason for nodeid, (status, reason) in EXPECTED.items() if status == "FAILED"},
    "benchmark/test_choose_qparams_optimized.py::test_choose_qparams_optimized": (
        "the kernel reads its input on the host, past the fake tensor"
    ),
    "benchmark/test_thnn_fused_lstm_cell.py::test_thnn_fused_lstm_cell": (
        "PyTorch's own fake version of the operator does not allow the biases to be left out"
    ),
    **{
        f"benchmark/test_sparse_sampled_addmm.py::{function}": (
            "sparse compressed tensors cannot be made of fake ones"
        )
        for function in ("test_sparse_sampled_addmm", "test_sparse_sampled_addmm_out")
    },
    "benchmark/test_flash_attention_backward.py::test_perf_efficient_attention_backward": (
        "PyTorch's own fake version of the operator takes other arguments than the operator"
    ),
    "benchmark/test_unsafe_masked_index_put_accumulate.py::test_unsafe_masked_index_put_accumulate": (
        "the kernels take a mask of integers, which the fake version refuses"
    ),
}


# Nodes with these statuses have a plan to be held against; one that is skipped or unsupported makes none.
PLANNED = ("PASSED", "FAILED")
# Folder of the case lists, beside the manifest.
CASE_LISTS = "case_lists"

# The suite of all nodes in benchmark/BUILD.bazel.
ALL = "all_ref"


class ManifestError(Exception):
    """Two nodes or suites cannot be told apart, or a node has no family; the message names them."""


@dataclasses.dataclass(frozen=True)
class Weighed:
    """A node with what its core cases need.

    Attributes:
        node: the node.
        peak_bytes: device memory of its largest case.
        seconds: estimate of the time on a slow CPU.
        unfaked: the reasons why fake tensors cannot follow its baseline, each once.
        plan: its core cases, benchmark by benchmark, as a case list has them.
    """

    node: Node
    peak_bytes: int
    seconds: float
    unfaked: tuple[str, ...]
    plan: tuple[dict[str, Any], ...]


# What forked processes weigh: a benchmark cannot be sent to another process, but a fork has it.
_nodes: list[Node] = []


def weigh_all(nodes: Iterable[Node], jobs: int) -> list[Weighed]:
    """Weigh nodes in so many processes."""
    _nodes[:] = nodes
    fork = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(jobs, fork) as pool:
        found = pool.map(_weigh_one, range(len(_nodes)), chunksize=4)
        return [Weighed(node, *needs) for node, needs in zip(_nodes, found, strict=True)]


def _weigh_one(index: int) -> tuple[int, float, tuple[str, ...], tuple[dict[str, Any], ...]]:
    found = weigh(_nodes[index])
    return found.peak_bytes, found.seconds, found.unfaked, found.plan


def weigh(node: Node) -> Weighed:
    """Plan all core cases of a node, and weigh them on fake tensors."""
    peak, seconds = 0, START_SECONDS
    unfaked: dict[str, None] = {}
    plan = []
    counts: Counter[str] = Counter()
    with settings.using(level="core"):
        for benchmark in node.benchmarks:
            planned = number(node.nodeid, "core", benchmark.cases(), counts)
            plan.append(case_list.entry(benchmark.op_name, "core", [each.listed() for each in planned]))
            for case in (each.case for each in planned):
                need = memory.need(benchmark, case)
                if need.unfaked is not None:
                    unfaked[need.unfaked] = None
                rate = FLOPS_PER_SECOND.get(dtype_name(case.dtype), OTHER_FLOPS_PER_SECOND)
                peak = max(peak, need.device_bytes)
                seconds += (need.input_bytes + need.moved_bytes) / BYTES_PER_SECOND + need.flops / rate
    return Weighed(node, peak, seconds, tuple(unfaked), tuple(plan))


def entries(weighed: Iterable[Weighed]) -> list[dict[str, Any]]:
    """The manifest, in the order of target names.

    Raises:
        ManifestError: names clash although the file is part of them, a suite has the name of a target, or a
            case fails on fake tensors for a reason that lies in its declaration.
    """
    weighed = list(weighed)
    _refuse_mistakes(weighed)
    names = target_names([item.node for item in weighed])
    smoke = _smoke(weighed)
    made = sorted(
        (_entry(item, names[item.node.nodeid], smoke) for item in weighed), key=lambda entry: entry["name"]
    )
    targets = {entry["name"]: entry["node"] for entry in made}
    for suite in sorted({suite for entry in made for suite in (*entry["suites"], f"{entry['family']}_ref")}):
        if suite in targets:
            raise ManifestError(
                f"the suite {suite} and the target of {targets[suite]} have one name; rename the family"
            )
    return made


def case_lists(weighed: Iterable[Weighed], made: Iterable[dict[str, Any]]) -> dict[str, str]:
    """The text of each case list that the entries name, by its path."""
    plans = {item.node.nodeid: item.plan for item in weighed}
    return {
        entry["case_list"]: case_list.render(plans[entry["node"]]) for entry in made if "case_list" in entry
    }


def unfaked(weighed: Iterable[Weighed]) -> dict[str, str]:
    """Node id to reason, for nodes whose baseline cannot run on fake tensors: their needs are estimates."""
    return {
        item.node.nodeid: UNFAKEABLE.get(item.node.nodeid) or "; ".join(item.unfaked)
        for item in weighed
        if item.unfaked
    }


def _refuse_mistakes(weighed: list[Weighed]) -> None:
    wrong = [
        f"{item.node.nodeid}: {reason:.300}"
        for item in weighed
        for reason in item.unfaked
        if item.node.nodeid not in UNFAKEABLE and not reason.startswith(HONEST)
    ]
    faked = {item.node.nodeid for item in weighed if not item.unfaked}
    stale = (UNFAKEABLE.keys() - EXPECTED.keys()) & faked
    wrong += [f"{nodeid}: runs on fake tensors; take it out of UNFAKEABLE" for nodeid in sorted(stale)]
    if wrong:
        raise ManifestError("called on fake tensors, these nodes fail:\n" + "\n".join(wrong))


def target_names(nodes: Iterable[Node]) -> dict[str, str]:
    """Target name by node id.

    The name is the function's without ``test_``, then its parameters with every run of signs made one
    underscore, then ``_ref``. Where several nodes come to the same name, all of them get their file's name in
    front; so does a node that comes to the name of the suite of all.

    Raises:
        ManifestError: nodes of one file still have one name.
    """
    by_name = defaultdict(list)
    for node in nodes:
        by_name[_short_name(node)].append(node)
    names: dict[str, str] = {}
    owners: dict[str, str] = {}
    for short, clashing in by_name.items():
        for node in clashing:
            stem = PurePosixPath(node.file).stem.removeprefix("test_")
            name = short if len(clashing) == 1 and short != ALL else f"{stem}_{short}"
            if name in owners:
                raise ManifestError(
                    f"{owners[name]} and {node.nodeid} both come to the target {name}; rename one"
                )
            owners[name] = node.nodeid
            names[node.nodeid] = name
    return names


def _short_name(node: Node) -> str:
    name = node.function.removeprefix("test_")
    if node.parameters is not None:
        flat = re.sub(r"[^A-Za-z0-9]+", "_", node.parameters).strip("_")
        name = f"{name}_{flat}"
    return f"{name}_ref"


def _entry(item: Weighed, name: str, smoke: set[str]) -> dict[str, Any]:
    node = item.node
    benchmarks = node.benchmarks
    dtypes = dict.fromkeys(dtype_name(dtype) for benchmark in benchmarks for dtype in benchmark.dtypes)
    host = _gib(HOST_BASE_BYTES, item, "cpu")
    gpu = _gib(GPU_BASE_BYTES, item, "cuda")
    gpu_only = any(benchmark.gpu_only for benchmark in benchmarks)
    tags = [f"dtype={dtype}" for dtype in dtypes]
    if gpu_only:
        tags.append("requires-gpu-nvidia")
    suites = []
    if not gpu_only and host <= CPU_REF_GIB and item.seconds <= CPU_REF_SECONDS:
        suites.append("cpu_ref")
    if node.nodeid in smoke:
        suites.append("smoke_ref")
    expected = expected_status(node)
    made = {
        "name": name,
        "node": node.nodeid,
        "operator": node.operator,
        "family": benchmarks[0].family if benchmarks else "unsupported",
        "suites": suites,
        "size": _size(item.seconds),
        "host_memory_gib": host,
        "gpu_memory_gib": gpu,
        "expected_status": expected,
        "deps": [f"//benchmark/families:{module}" for module in node.modules],
        "tags": tags,
    }
    if expected in PLANNED:
        made["case_list"] = f"{CASE_LISTS}/{name}.json"
    return made


def _gib(base: float, item: Weighed, kind: str) -> int:
    taken = measured.load().get(kind, {}).get(item.node.nodeid, 0) * measured.MIB
    return math.ceil((base + max(item.peak_bytes, taken)) / GIB)


def expected_status(node: Node) -> str:
    """The status that the node's report must have."""
    if node.nodeid in EXPECTED:
        return EXPECTED[node.nodeid][0]
    if node.skipped is not None:
        return "ALL_SKIP"
    return "UNSUPPORTED" if node.unsupported is not None else "PASSED"


def _size(seconds: float) -> str:
    for size, limit in SECONDS_OF_SIZE.items():
        if seconds <= limit / 2:
            return size
    return "enormous"


def _smoke(weighed: list[Weighed]) -> set[str]:
    """The cheapest nodes of each family that should pass, as far as they are small."""
    by_family = defaultdict(list)
    for item in weighed:
        if item.node.benchmarks and expected_status(item.node) == "PASSED":
            if not any(benchmark.gpu_only for benchmark in item.node.benchmarks):
                by_family[item.node.benchmarks[0].family].append(item)
    cheapest = (
        sorted(items, key=lambda item: (item.seconds, item.node.nodeid)) for items in by_family.values()
    )
    few = [item for items in cheapest for item in items[:SMOKE_OF_A_FAMILY]]
    return {item.node.nodeid for item in few if _size(item.seconds) == "small"}


def render(made: list[dict[str, Any]], without_fakes: dict[str, str]) -> str:
    """The manifest as a Starlark file."""
    lines = [HEADER, "NODES = ["]
    lines += [
        f"    {_starlark({key: value for key, value in entry.items() if value != []})}," for entry in made
    ]
    lines += [
        "]",
        "",
        f"# {len(without_fakes)} nodes cannot run on fake tensors: their needs are estimates.",
        "UNFAKED = {",
    ]
    lines += [
        f"    {_starlark(nodeid)}: {_starlark(reason)}," for nodeid, reason in sorted(without_fakes.items())
    ]
    return "\n".join([*lines, "}", ""])


HEADER = (
    '"""The benchmark nodes and their needs. Generated; to update: ./bazelw run //tools/manifest:update"""\n'
)


def _starlark(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_starlark(key)}: {_starlark(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_starlark, value)) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return repr(value)

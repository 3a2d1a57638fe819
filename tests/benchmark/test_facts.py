# SPDX-License-Identifier: Apache-2.0
"""Each node asks for what FlagGems' public benchmark tree asks for; see extract_facts.py for the file."""

import json
from pathlib import Path

import pytest
import torch

from benchmark.cases import DEVICE, Tensor
from benchmark.dtypes import dtype_name
from tests.benchmark.argued import ARGUED
from tools.manifest.collect import NOT_OPERATORS

FACTS = {
    fact["nodeid"]: fact
    for fact in map(json.loads, Path(__file__).with_name("facts.jsonl").read_text().splitlines())
}
KEPT = 8  # entries of a list of arguments in the facts file


def as_fact(value, dtype):
    """A case's arguments as the facts file writes them."""
    if isinstance(value, Tensor):
        fact = {"shape": list(value.shape), "dtype": "$" if value.dtype == dtype else dtype_name(value.dtype)}
        if value.requires_grad:
            fact["requires_grad"] = True
        if not value.contiguous:
            fact["contiguous"] = False
        return fact
    if isinstance(value, (list, tuple)):
        return [as_fact(item, dtype) for item in value[:KEPT]]
    if isinstance(value, dict):
        return {key: as_fact(item, dtype) for key, item in value.items()}
    if isinstance(value, torch.dtype):
        return str(value)
    return "cuda" if value is DEVICE else value


def resolve(name):
    """The torch callable of that dotted name, or None for a small function of the public tree."""
    if not name.startswith("torch."):
        return None
    found = torch
    for part in name.split(".")[1:]:
        # Functions of torch._C._nn call themselves by torch.nn.functional, where not all are to be found.
        found = getattr(found, part, None) or getattr(torch._C._nn, part)
    return found


@pytest.fixture
def pairs(public):
    missing = [node.nodeid for node in public if node.nodeid not in FACTS]
    assert not missing, f"not in the public tree: {missing}; name them in ADDED of tests/benchmark/argued.py"
    return [(node, FACTS[node.nodeid], ARGUED.get(node.nodeid, {})) for node in public]


def differences(pairs, ours, theirs, topic):
    """Node ids whose values differ, with both; argued ones must differ."""
    found = {}
    for node, fact, argued in pairs:
        mine, yours = ours(node), theirs(fact)
        if node.skipped:
            continue  # the public node skips itself for the same reason: see the test of that
        if topic in argued:
            assert mine != yours, f"{node.nodeid} differs no longer; take it out of argued.py"
        elif mine != yours:
            found[node.nodeid] = (mine, yours)
    return found


def operators(markers):
    return [marker for marker in markers if marker not in NOT_OPERATORS]


def test_the_operator_is_the_first_own_marker(pairs):
    wrong = {
        node.nodeid: node.markers
        for node, fact, _ in pairs
        if operators(node.markers) != operators(fact["marks"])
    }
    assert not wrong


def test_unconditional_skips_are_those_of_the_public_tree(pairs):
    ours = {node.nodeid: f"Skipped: {node.skipped}" for node, _, _ in pairs if node.skipped}
    theirs = {nodeid: fact["skipped_on_h200"] for nodeid, fact in FACTS.items() if fact["skipped_on_h200"]}
    assert ours == theirs


@pytest.mark.parametrize("field", ["op_name", "backward", "inplace"])
def test_fields_of_the_benchmarks(pairs, field):
    attribute = {"op_name": "op_name", "backward": "is_backward", "inplace": "is_inplace"}[field]
    assert not differences(
        pairs,
        lambda node: [getattr(benchmark, attribute) for benchmark in node.benchmarks],
        lambda fact: [bench[field] for bench in fact["benches"]],
        field,
    )


def test_dtypes(pairs):
    assert not differences(
        pairs,
        lambda node: [[dtype_name(dtype) for dtype in benchmark.dtypes] for benchmark in node.benchmarks],
        lambda fact: [bench["dtypes"] for bench in fact["benches"]],
        "dtypes",
    )


def test_baselines(pairs):
    wrong = {}
    for node, fact, _ in pairs:
        for benchmark, bench in zip(node.benchmarks, fact["benches"], strict=False):
            baseline = resolve(bench["baseline"])
            if baseline is not None and baseline != benchmark.torch_op:
                wrong[node.nodeid] = (benchmark.torch_op, bench["baseline"])
    assert not wrong


def test_counts_of_all_dtypes(pairs):
    def count(node):
        counts = {}
        for benchmark in node.benchmarks:
            for case in benchmark.cases():
                counts[dtype_name(case.dtype)] = counts.get(dtype_name(case.dtype), 0) + 1
        return counts

    assert not differences(pairs, count, lambda fact: fact.get("case_count", {}), "counts")


def test_cases_of_the_first_dtype(pairs):
    def cases(node):
        if not node.benchmarks:
            return []
        dtype = node.benchmarks[0].dtypes[0]
        made = [
            case
            for benchmark in node.benchmarks
            if dtype in benchmark.dtypes
            for case in benchmark.get_case_iter(dtype)
        ]
        return [
            {"args": as_fact(case.args, dtype), "kwargs": as_fact(case.kwargs, dtype)} for case in made[:10]
        ]

    def facts(fact):
        return [
            {"args": case.get("args") or [], "kwargs": case.get("kwargs") or {}}
            for case in fact.get("cases", [])
        ]

    assert not differences(pairs, cases, facts, "cases")


def test_other_dtypes_have_the_same_cases_where_the_facts_say_so(pairs):
    wrong = []
    for node, fact, _ in pairs:
        if not fact.get("cases_alike_for_all_dtypes"):
            continue
        alike = {
            json.dumps([as_fact(case.args, dtype) for case in benchmark.get_case_iter(dtype)])
            for benchmark in node.benchmarks
            for dtype in benchmark.dtypes
        }
        if len(alike) != 1:
            wrong.append(node.nodeid)
    assert not wrong

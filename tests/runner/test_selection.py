# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner import selection
from runner.selection import Picker, Selection, matches

NODE = "benchmark/test_x.py::test_x[A-b c]"


def case(ordinal=0, dtype="float16", shape=None, node=NODE):
    case_id = f"{node}::core::{dtype}::{ordinal}"
    return {
        "case_id": case_id,
        "ordinal": ordinal,
        "dtype": f"torch.{dtype}",
        "shape": {"input": [4]} if shape is None else shape,
    }


@pytest.mark.parametrize(
    "pattern",
    [
        f"{NODE}::core::float16::0",
        NODE,
        "test_x[A-b c]",
        "float16",
        "torch.float16",
        "float16::0",
        "core::float16",
        "core::float16::0",
        "*float16*",
        "*[A-b c]*",
        "float1?",
        "*::0",
    ],
)
def test_matches(pattern):
    assert matches(pattern, case())


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "float",
        "Float16",
        "FLOAT16",
        "test_x",
        "test_x[a-b c]",
        "*[Ab]*",
        "float16::1",
        "float16::00",
        "*::1",
        "fl.*",
    ],
)
def test_matches_not(pattern):
    assert not matches(pattern, case())


shapes = st.one_of(
    st.dictionaries(st.sampled_from("abmnk"), st.integers(0, 10**6), max_size=4),
    st.dictionaries(st.text(max_size=3), st.lists(st.integers(0, 2**31), max_size=4), max_size=3),
    st.dictionaries(
        st.text(max_size=3), st.lists(st.lists(st.integers(0, 99), max_size=3), max_size=3), max_size=2
    ),
)


@given(
    benchmarks=st.lists(
        st.lists(st.tuples(st.sampled_from(["float16", "bool"]), shapes), max_size=12), max_size=3
    ),
    shards=st.integers(1, 9),
)
@settings(max_examples=300)
def test_shards_are_a_partition(benchmarks, shards):
    plans, number = [], 0
    for benchmark in benchmarks:
        plans.append([case(number := number + 1, dtype, shape) for dtype, shape in benchmark])
    everything = [c["case_id"] for plan in plans for c in plan]
    dealt = []
    for index in range(shards):
        picker = Picker(Selection(shard=(index, shards)))
        for plan in plans:
            matched, mine = picker.pick(plan)
            assert matched == [c["case_id"] for c in plan]
            assert mine == [case_id for case_id in matched if case_id in set(mine)]
            dealt += mine
    assert sorted(dealt) == sorted(everything)


def test_shards_share_the_cost_and_not_the_number():
    plan = [case(0, shape={"input": [1 << 30]})] + [case(n, shape={"input": [1 << 20]}) for n in range(1, 9)]
    assert [len(Picker(Selection(shard=(i, 2))).pick(plan)[1]) for i in (0, 1)] == [1, 8]


def test_shards_remember_the_loads_of_earlier_benchmarks():
    first, second = Picker(Selection(shard=(0, 2))), Picker(Selection(shard=(1, 2)))
    assert [len(p.pick([case(0, shape={"input": [1 << 20]})])[1]) for p in (first, second)] == [1, 0]
    assert [len(p.pick([case(1, shape={"input": [1 << 20]})])[1]) for p in (first, second)] == [0, 1]


@pytest.mark.parametrize(
    ("shape", "elements"),
    [
        ({"input": [4, 8]}, 32),
        ({"b": 2, "m": 3, "n": 4, "k": 5}, 120),
        ({"input": [[2, 2], [3, 3]]}, 13),
        ({"input": []}, 1),
    ],
)
def test_cost(shape, elements):
    base = selection.cost(case(shape={"input": [0]}))
    assert selection.cost(case(shape=shape)) - base == pytest.approx(elements * 2, abs=2)


def test_outline():
    ids = [f"{NODE}::core::float16::{n}" for n in range(5)] + [f"{NODE}::core::int8::{n}" for n in (0, 2)]
    assert selection.outline(ids) == f"{NODE}::core::float16::0…4, core::int8::0,2"


@pytest.mark.parametrize("text", ["", "a::b::c", "a::core::float16::x", "::core::float16::1"])
def test_no_case_id(text):
    with pytest.raises(ValueError):
        selection.split_case_id(text)


def test_kind():
    assert Selection().kind == "full"
    assert Selection(shard=(0, 2)).kind == "sharded"
    assert Selection(pattern="").kind == "filtered"
    assert Selection(("a",), shard=(0, 2)).kind == "filtered"


def test_cost_of_a_case_without_sizes():
    assert selection.cost(case(shape={})) > 0

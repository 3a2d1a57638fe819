# SPDX-License-Identifier: Apache-2.0
import json
from collections import Counter

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from benchmark.cases import DEVICE, Tensor, call, empty, integers, make_case, map_leaves, number, to_json
from benchmark.dtypes import parse_dtype

F32 = torch.float32


def test_shape_and_params_are_told_apart():
    made = call(Tensor((4, 8), F32), 3, None, value=0.5, out=empty((4, 8), F32), device=DEVICE)
    case = make_case(made, F32, names=("input", "dim"))
    assert case.shape == {"input": [4, 8], "out": [4, 8]}
    assert case.params == {"dim": 3, "arg2": None, "value": 0.5}


def test_lists_of_tensors_keep_their_places():
    case = make_case(call([Tensor((2,), F32), None, Tensor((3,), F32)], dim=0), F32, names=("tensors",))
    assert case.shape == {"tensors": [[2], None, [3]]}
    assert case.params == {"dim": 0}
    assert [tensor.shape for tensor in case.tensors] == [(2,), (3,)]


def test_sized_replaces_the_listed_sizes_only():
    made = call(Tensor((2, 3), F32), Tensor((3, 4), F32)).sized(b=1, m=2, n=4, k=3)
    case = make_case(made, F32)
    assert case.shape == {"b": 1, "m": 2, "n": 4, "k": 3}
    assert [tensor.shape for tensor in case.tensors] == [(2, 3), (3, 4)]


def test_creation_lists_its_size_as_a_shape():
    case = make_case(call(size=(2, 3), dtype=F32, device=DEVICE), F32)
    assert (case.shape, case.params) == ({"size": [2, 3]}, {"dtype": "torch.float32"})


def test_gradients_are_asked_of_floating_tensors_alone():
    made = call(
        [Tensor((2,), F32)],
        integers((2,), 5),
        weight=Tensor((2,), torch.complex64),
        mask=Tensor((2,), torch.bool),
    )
    case = make_case(made, F32, requires_grad=True)
    assert [tensor.requires_grad for tensor in case.tensors] == [True, False, True, False]
    assert not any(tensor.requires_grad for tensor in make_case(made, F32).tensors)


def cases_of(*dtypes):
    return [make_case(call(Tensor((n + 1,), dtype)), dtype) for n, dtype in enumerate(dtypes)]


def test_ordinals_count_within_a_dtype():
    planned = number("f.py::n", "core", cases_of(F32, F32, torch.bool, F32))
    assert [case.case_id for case in planned] == [
        "f.py::n::core::float32::0",
        "f.py::n::core::float32::1",
        "f.py::n::core::bool::0",
        "f.py::n::core::float32::2",
    ]
    assert [case.ordinal for case in planned] == [0, 1, 0, 2]
    assert planned[2].listed() == {
        "case_id": "f.py::n::core::bool::0",
        "ordinal": 0,
        "dtype": "torch.bool",
        "shape": {"input": [3]},
        "params": {},
    }


@given(st.lists(st.lists(st.sampled_from([F32, torch.bool, torch.int16]), max_size=5), max_size=5))
def test_ids_are_unique_over_the_benchmarks_of_a_node_and_ordinals_have_no_gaps(benchmarks):
    counts = Counter()
    planned = [case for dtypes in benchmarks for case in number("n", "core", cases_of(*dtypes), counts)]
    assert len({case.case_id for case in planned}) == len(planned)
    for dtype in {case.dtype for case in planned}:
        ordinals = [case.ordinal for case in planned if case.dtype == dtype]
        assert ordinals == list(range(len(ordinals)))


arguments = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from([F32, 1j, torch.device("cpu")]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
)


@given(arguments)
def test_any_argument_becomes_strict_json(value):
    text = json.dumps(to_json(value), allow_nan=False)
    assert to_json(json.loads(text)) == json.loads(text)


@given(arguments)
def test_map_leaves_keeps_the_structure(value):
    assert map_leaves(value, lambda leaf: leaf) is value or repr(
        map_leaves(value, lambda leaf: leaf)
    ) == repr(value)


def test_infinities_and_dtypes_are_written_as_text():
    assert to_json([float("inf"), F32, (1, 2)]) == ["inf", "torch.float32", [1, 2]]


@pytest.mark.parametrize("name", ["float16", "torch.float16", " float16 "])
def test_dtype_names(name):
    assert parse_dtype(name, "--dtypes") is torch.float16


@pytest.mark.parametrize("name", ["float12", "", "nn", "Tensor"])
def test_an_unknown_dtype_is_one_line_that_names_it(name):
    with pytest.raises(ValueError, match=r"^--dtypes: unknown dtype .*; write one like") as caught:
        parse_dtype(name, "--dtypes")
    assert repr(name) in str(caught.value) and "\n" not in str(caught.value)

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmark import inputs
from benchmark.cases import DEVICE, Tensor, empty, full, integers, uniform
from benchmark.dtypes import BOOL, COMPLEX, FLOAT, INT

DTYPES = (
    *FLOAT,
    torch.float64,
    *INT,
    torch.int8,
    torch.uint8,
    torch.int64,
    *BOOL,
    *COMPLEX,
    torch.complex128,
)


def build(spec):
    return inputs.build(spec, "cpu")


@pytest.mark.parametrize("dtype", [*DTYPES, torch.float8_e4m3fn], ids=str)
@pytest.mark.parametrize("shape", [(), (0,), (5,), (3, 4)], ids=str)
def test_shape_dtype_and_device_are_those_declared(dtype, shape):
    made = build(Tensor(shape, dtype))
    assert (made.shape, made.dtype, made.device.type) == (shape, dtype, "cpu")
    assert made.is_contiguous() and not made.requires_grad


def test_random_floats_are_standard_normal():
    made = build(Tensor((100_000,), torch.float32))
    assert abs(made.mean()) < 0.02 and abs(made.std() - 1) < 0.02


def test_random_integers_span_the_whole_range():
    made = build(Tensor((100_000,), torch.int16)).to(torch.float64)
    assert made.min() < -32_000 and made.max() > 32_000 and abs(made.mean()) < 500


def test_random_bools_are_fair():
    assert 0.45 < build(Tensor((100_000,), torch.bool)).float().mean() < 0.55


@given(
    low=st.integers(-100, 100),
    length=st.integers(1, 50),
    dtype=st.sampled_from([torch.int64, torch.int32, torch.int16, torch.float32]),
)
@settings(deadline=None)
def test_integers_stay_in_their_range(low, length, dtype):
    made = build(integers((200,), low + length, low, dtype))
    assert made.dtype == dtype
    assert made.min() >= low and made.max() < low + length
    assert torch.equal(made, made.round()) if dtype.is_floating_point else True


def test_uniform_numbers_stay_in_their_range_and_fill_it():
    made = build(uniform((10_000,), torch.float32, 0.1, 1.1))
    assert 0.1 <= made.min() < 0.11 and 1.09 < made.max() < 1.1


def test_values_that_are_no_chance():
    assert torch.equal(build(full((2, 2), torch.int32, 7)), torch.full((2, 2), 7, dtype=torch.int32))
    assert build(Tensor((2, 3), torch.int64, "arange", low=4)).tolist() == [[4, 5, 6], [7, 8, 9]]
    assert sorted(build(Tensor((50,), torch.int64, "permutation")).tolist()) == list(range(50))
    assert build(empty((2, 3), torch.float16)).shape == (2, 3)


def test_the_device_stands_in_for_its_mark():
    assert inputs.build({"device": DEVICE, "n": 3}, "cpu") == {"device": "cpu", "n": 3}


def test_a_case_has_the_same_inputs_whatever_came_before():
    first = build((Tensor((10,), torch.float32), Tensor((10,), torch.int32)))
    torch.rand(100)
    second = build((Tensor((10,), torch.float32), Tensor((10,), torch.int32)))
    assert all(map(torch.equal, first, second))
    assert not torch.equal(*build((Tensor((10,), torch.float32),) * 2))


def test_building_leaves_the_global_generator_alone():
    torch.manual_seed(1)
    expected = torch.rand(3)
    torch.manual_seed(1)
    build(Tensor((1000,), torch.float32))
    assert torch.equal(torch.rand(3), expected)


def test_large_tensors_on_the_cpu_repeat_one_block(monkeypatch):
    monkeypatch.setattr(inputs, "BLOCK", 10)
    made = build(Tensor((3, 9), torch.float32)).reshape(-1)
    assert torch.equal(made[:10], made[10:20]) and torch.equal(made[:7], made[20:])
    assert made[:10].unique().numel() == 10
    assert build(Tensor((10,), torch.float32)).unique().numel() == 10


@pytest.mark.parametrize(
    "layout, shape, strides",
    [
        ("transposed", (3, 4), (1, 3)),
        ("transposed", (2, 3, 4), (12, 1, 3)),
        ("every_second_row", (3, 4), (8, 1)),
        ("every_second_row", (3,), (2,)),
        ("negated", (3, 4), (8, 2)),
    ],
)
def test_layouts_have_the_shape_declared_and_their_strides(layout, shape, strides):
    made = build(Tensor(shape, torch.float32, layout=layout))
    assert (made.shape, made.stride(), made.dtype) == (shape, strides, torch.float32)
    assert not made.is_contiguous()
    assert made.is_neg() == (layout == "negated")


def test_a_strided_output_can_be_written_to():
    out = build(empty((3, 4), torch.float32, layout="transposed"))
    torch.neg(torch.ones(3, 4), out=out)
    assert torch.equal(out, -torch.ones(3, 4)) and out.stride() == (1, 3)


@pytest.mark.parametrize("layout", inputs.LAYOUTS)
def test_what_requires_a_gradient_is_a_leaf(layout):
    made = build(Tensor((2, 3), torch.float32, layout=layout, requires_grad=True))
    assert made.requires_grad and made.is_leaf


def test_inputs_in_place_can_be_changed():
    assert torch.equal(
        build(Tensor((4, 2), torch.float32, layout="every_second_row")).zero_(), torch.zeros(4, 2)
    )


def test_a_function_can_make_the_values():
    def identity(spec, device, generator):
        return torch.eye(spec.shape[0], dtype=spec.dtype, device=device)

    assert torch.equal(build(Tensor((3, 3), torch.float64, identity)), torch.eye(3, dtype=torch.float64))


@pytest.mark.parametrize(
    "spec", [Tensor((2,), torch.float32, "nonsense"), Tensor((2,), torch.float32, layout="odd")]
)
def test_unknown_words_are_refused(spec):
    with pytest.raises(ValueError, match=r"unknown (values 'nonsense'|layout 'odd'); use one of"):
        build(spec)

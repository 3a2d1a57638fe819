# SPDX-License-Identifier: Apache-2.0
"""Needs of cases against sums done by hand. The block that large CPU tensors repeat is part of them."""

import pytest
import torch

from benchmark.base import Benchmark
from benchmark.cases import Tensor, call, empty, integers
from benchmark.families.pointwise import Binary, Unary, UnaryOut
from benchmark.inputs import BLOCK
from benchmark.memory import need

F32, F16 = torch.float32, torch.float16
MIB = 1 << 20


def weigh(benchmark):
    (case,) = benchmark.cases()
    return need(benchmark, case)


def one(op, inputs, dtype=F32, **options):
    return Benchmark("op", op, (dtype,), inputs, shapes=[(1024, 1024)], **options)


def test_unary_holds_input_and_output():
    weighed = weigh(Unary("neg", torch.neg, (F32,), shapes=[(1024, 1024)]))
    assert (weighed.input_bytes, weighed.peak_bytes, weighed.unfaked) == (4 * MIB, 8 * MIB, None)
    assert weighed.moved_bytes == 8 * MIB
    assert weighed.device_bytes == int(8 * MIB * 1.05)


def test_in_place_holds_the_input_alone():
    weighed = weigh(Unary("neg_", torch.Tensor.neg_, (F32,), shapes=[(1024, 1024)], inplace=True))
    assert (weighed.input_bytes, weighed.peak_bytes) == (4 * MIB, 4 * MIB)


def test_out_is_an_input():
    weighed = weigh(UnaryOut("neg", torch.neg, (F16,), shapes=[(1024, 1024)]))
    assert (weighed.input_bytes, weighed.peak_bytes) == (4 * MIB, 4 * MIB)


def test_binary_with_a_result_of_another_dtype():
    weighed = weigh(Binary("lt", torch.lt, (F32,), shapes=[(1024, 1024)]))
    assert (weighed.input_bytes, weighed.peak_bytes) == (8 * MIB, 9 * MIB)


def test_a_view_counts_its_whole_base_once():
    def rows(shape, dtype):
        yield call(Tensor(shape, dtype, layout="every_second_row"))

    weighed = weigh(one(torch.Tensor.contiguous, rows))
    assert (weighed.input_bytes, weighed.peak_bytes) == (8 * MIB, 12 * MIB)


def test_a_result_that_is_a_view_costs_nothing():
    def plain(shape, dtype):
        yield call(Tensor(shape, dtype))

    assert weigh(one(torch.t, plain)).peak_bytes == 4 * MIB


def test_backward_holds_input_saved_result_incoming_and_outgoing_gradient():
    weighed = weigh(Unary("tanh", torch.tanh, (F32,), shapes=[(1024, 1024)], backward=True))
    assert weighed.peak_bytes == 4 * 4 * MIB


def test_temporary_memory_is_seen_and_given_back():
    def chain(x):
        return ((x + 1) * 2).sum()

    def plain(shape, dtype):
        yield call(Tensor(shape, dtype))

    # The input, x + 1 and its product; the sum is a number.
    assert weigh(one(chain, plain)).peak_bytes == 12 * MIB


def test_a_large_tensor_on_the_cpu_needs_its_block_too():
    weighed = weigh(Unary("neg", torch.neg, (F32,), shapes=[(4 * BLOCK,)]))
    assert weighed.input_bytes == 4 * BLOCK * 4
    assert weighed.peak_bytes == 2 * 4 * BLOCK * 4


def test_products_count_their_operations():
    def product(shape, dtype):
        yield call(Tensor((64, 32), dtype), Tensor((32, 16), dtype))

    assert weigh(one(torch.mm, product)).flops == 2 * 64 * 32 * 16


def test_operations_that_cannot_be_counted_do_not_hide_the_rest():
    def product(shape, dtype):
        out = Tensor((64, 32), dtype)
        yield call(out, Tensor((64, 32), F16), Tensor((32, 32), F16), F32)

    weighed = weigh(one(torch.ops.aten.addmm.dtype, product))
    assert (weighed.unfaked, weighed.flops) == (None, 0)
    assert weighed.peak_bytes == (64 * 32 * 4 + 64 * 32 * 2 + 32 * 32 * 2) + 64 * 32 * 4


def test_what_depends_on_values_is_estimated_and_says_why():
    def masked(shape, dtype):
        yield call(Tensor(shape, dtype), Tensor(shape, torch.bool))

    weighed = weigh(one(torch.masked_select, masked))
    assert weighed.unfaked.startswith("DynamicOutputShapeException")
    assert (weighed.input_bytes, weighed.peak_bytes) == (5 * MIB, 15 * MIB)


def test_a_wrong_call_shows_as_its_error():
    def wrong(shape, dtype):
        yield call(Tensor(shape, dtype), integers(shape, 5), no_such=1)

    assert weigh(one(torch.add, wrong)).unfaked.startswith("TypeError")


def test_32_gib_are_weighed_without_memory():
    weighed = weigh(Binary("add", torch.add, (torch.complex64,), shapes=[(1 << 31,)]))
    assert weighed.peak_bytes == 3 * 8 * (1 << 31)


@pytest.mark.parametrize("family, share", [("pointwise", 0.0), ("reduction", 0.5), ("of no table", 1.0)])
def test_the_workspace_is_a_share_of_the_inputs(family, share):
    def into(shape, dtype):
        yield call(Tensor(shape, dtype), out=empty(shape, dtype))

    kind = type("Kind", (Benchmark,), {"family": family})
    weighed = weigh(kind("neg", torch.neg, (F32,), into, shapes=[(1024, 1024)]))
    assert weighed.device_bytes == int(8 * MIB * (1 + share) * 1.05)

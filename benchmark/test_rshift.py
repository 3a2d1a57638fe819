# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call, empty, integers
from .dtypes import INT
from .families.pointwise import Pointwise

SHAPES = [(1024,), (1024, 1024), (16, 512, 256)]
DTYPES = (*INT, torch.int8, torch.uint8, torch.int64)
OPS = torch.ops.aten.__rshift__


def by_tensor(shape, dtype):
    yield call(integers(shape, 100, dtype=dtype), integers(shape, 8, dtype=dtype))


def by_number(shape, dtype):
    yield call(integers(shape, 100, dtype=dtype), 3)


def into(inputs):
    def with_out(shape, dtype):
        for made in inputs(shape, dtype):
            yield call(*made.args, out=empty(shape, dtype))

    return with_out


@pytest.mark.rshift
def test_rshift():
    Pointwise("rshift", OPS.Tensor, DTYPES, by_tensor, shapes=SHAPES).run()


@pytest.mark.rshift
def test_rshift_scalar():
    Pointwise("rshift_scalar", OPS.Scalar, DTYPES, by_number, shapes=SHAPES).run()


@pytest.mark.rshift_out
def test_rshift_scalar_out():
    Pointwise("rshift_scalar_out", OPS.Scalar_out, DTYPES, into(by_number), shapes=SHAPES).run()


@pytest.mark.rshift_out
def test_rshift_tensor_out():
    Pointwise("rshift_tensor_out", OPS.Tensor_out, DTYPES, into(by_tensor), shapes=SHAPES).run()

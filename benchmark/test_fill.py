# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty, full
from .dtypes import FLOAT
from .families.pointwise import Pointwise, WithNumbers

VALUE = 3.14159


def number_into(shape, dtype):
    yield call(Tensor(shape, dtype), VALUE, out=empty(shape, dtype))


def tensor_into(shape, dtype):
    yield call(Tensor(shape, dtype), full((), dtype, VALUE), out=empty(shape, dtype))


@pytest.mark.fill_scalar
def test_fill_scalar():
    WithNumbers("fill_scalar", torch.fill, FLOAT, VALUE, names="input value", inplace=True).run()


@pytest.mark.fill_scalar_
def test_fill_scalar_inplace():
    op = torch.ops.aten.fill_.Scalar
    WithNumbers("fill_scalar_", op, FLOAT, VALUE, names="input value", inplace=True).run()


@pytest.mark.fill_scalar_out
def test_fill_scalar_out():
    op = torch.ops.aten.fill.Scalar_out
    Pointwise("fill_scalar_out", op, FLOAT, number_into, names="input value", inplace=True).run()


@pytest.mark.fill_tensor
def test_fill_tensor():
    # In the public tree the value of this node and of the next is a number all the same.
    WithNumbers("fill_tensor", torch.fill, FLOAT, VALUE, names="input value", inplace=True).run()


@pytest.mark.fill_tensor_
def test_fill_tensor_inplace():
    WithNumbers("fill_tensor_", torch.fill_, FLOAT, VALUE, names="input value", inplace=True).run()


@pytest.mark.fill_tensor_out
def test_fill_tensor_out():
    op = torch.ops.aten.fill.Tensor_out
    Pointwise("fill_tensor_out", op, FLOAT, tensor_into, names="input value", inplace=True).run()

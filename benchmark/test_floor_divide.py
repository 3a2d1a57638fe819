# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import INT
from .families.pointwise import Pointwise, WithNumbers


def by_positive(shape, dtype):
    if dtype.is_floating_point:
        divisor = Tensor(shape, dtype)
    else:  # integers do not divide by zero
        divisor = integers(shape, torch.iinfo(dtype).max, low=1, dtype=dtype)
    yield call(Tensor(shape, dtype), divisor)


@pytest.mark.floor_divide
def test_floor_divide():
    Pointwise("floor_divide", torch.floor_divide, INT, by_positive).run()


@pytest.mark.floor_divide_
def test_floor_divide_inplace():
    Pointwise("floor_divide_", torch.Tensor.floor_divide_, INT, by_positive, inplace=True).run()


@pytest.mark.floor_divide_tensor
def test_floor_divide_tensor():
    dtypes = (torch.float32, *INT)
    Pointwise("floor_divide_tensor", torch.floor_divide, dtypes, by_positive).run()


@pytest.mark.floor_divide_tensor_
def test_floor_divide_tensor_inplace():
    dtypes = (torch.float32, *INT)
    op = torch.Tensor.floor_divide_
    Pointwise("floor_divide_tensor_", op, dtypes, by_positive, inplace=True).run()


@pytest.mark.floor_divide_scalar
def test_floor_divide_scalar():
    WithNumbers("floor_divide_scalar", torch.floor_divide, INT, 3).run()


@pytest.mark.floor_divide_scalar_
def test_floor_divide_scalar_():
    WithNumbers("floor_divide_scalar_", torch.Tensor.floor_divide_, INT, 3, inplace=True).run()

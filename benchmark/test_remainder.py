# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import INT
from .families.pointwise import Pointwise

SIZES = [(1073741824,), (64, 64), (4096, 4096), (64, 512, 512), (1024, 1024, 1024)]
# The public nodes draw these at random, for each dtype anew.
DIVISORS = dict(zip(SIZES, (-17907, -30444, 14968, -14142, -22524), strict=True))
DIVISORS_INPLACE = dict(zip(SIZES, (12818, 10315, 12654, -3828, 11396), strict=True))


# Integers do not divide by zero.
def by_positive(shape, dtype):
    yield call(Tensor(shape, dtype), integers(shape, torch.iinfo(dtype).max, low=1, dtype=dtype))


def by_number(divisors):
    def inputs(shape, dtype):
        yield call(Tensor(shape, dtype), divisors.get(shape, 12345))

    return inputs


def of_seven(shape, dtype):
    yield call(7, integers(shape, 100, low=1, dtype=dtype))


@pytest.mark.remainder
def test_remainder():
    Pointwise("remainder", torch.remainder, INT, by_positive).run()


@pytest.mark.remainder_scalar
def test_remainder_scalar():
    Pointwise("remainder_scalar", torch.remainder, INT, by_number(DIVISORS)).run()


@pytest.mark.remainder_scalar_
def test_remainder_scalar_inplace():
    inputs = by_number(DIVISORS_INPLACE)
    Pointwise("remainder_scalar_", torch.Tensor.remainder_, INT, inputs, inplace=True).run()


@pytest.mark.remainder_scalar_tensor
def test_remainder_scalar_tensor():
    Pointwise("remainder_scalar_tensor", torch.remainder, INT, of_seven).run()


# The public node says that this one writes to its input.
@pytest.mark.remainder_tensor
def test_remainder_tensor():
    Pointwise("remainder_tensor", torch.remainder, INT, by_positive, inplace=True).run()


@pytest.mark.remainder_tensor_
def test_remainder_tensor_inplace():
    Pointwise("remainder_tensor_", torch.Tensor.remainder_, INT, by_positive, inplace=True).run()

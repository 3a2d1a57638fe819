# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import BOOL, INT
from .families.pointwise import Binary, Pointwise


def number(dtype, bits):
    return True if dtype == torch.bool else bits


def low_byte(shape, dtype):
    yield call(Tensor(shape, dtype), number(dtype, 0xFF))


def low_byte_first(shape, dtype):
    yield call(number(dtype, 0xFF), Tensor(shape, dtype))


def pattern(shape, dtype):
    yield call(Tensor(shape, dtype), number(dtype, 0x5A))


@pytest.mark.bitwise_or_tensor
def test_bitwise_or_tensor():
    Binary("bitwise_or_tensor", torch.bitwise_or, INT + BOOL).run()


@pytest.mark.bitwise_or_tensor_
def test_bitwise_or_inplace():
    Binary("bitwise_or_tensor_", torch.Tensor.bitwise_or_, INT + BOOL, inplace=True).run()


@pytest.mark.bitwise_or_scalar
def test_bitwise_or_scalar():
    Pointwise("bitwise_or_scalar", torch.bitwise_or, INT + BOOL, low_byte).run()


@pytest.mark.bitwise_or_scalar_
def test_bitwise_or_scalar_():
    Pointwise("bitwise_or_scalar_", torch.Tensor.bitwise_or_, INT + BOOL, pattern, inplace=True).run()


@pytest.mark.bitwise_or_scalar_tensor
def test_bitwise_or_scalar_tensor():
    Pointwise("bitwise_or_scalar_tensor", torch.bitwise_or, INT + BOOL, low_byte_first).run()

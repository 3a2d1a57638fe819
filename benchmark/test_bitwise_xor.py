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


@pytest.mark.bitwise_xor_tensor
def test_bitwise_xor_tensor():
    Binary("bitwise_xor_tensor", torch.bitwise_xor, INT + BOOL).run()


@pytest.mark.bitwise_xor_tensor_
def test_bitwise_xor_inplace():
    Binary("bitwise_xor_tensor_", torch.Tensor.bitwise_xor_, INT + BOOL, inplace=True).run()


@pytest.mark.bitwise_xor_scalar
def test_bitwise_xor_scalar():
    Pointwise("bitwise_xor_scalar", torch.bitwise_xor, INT + BOOL, low_byte).run()


@pytest.mark.bitwise_xor_scalar_
def test_bitwise_xor_scalar_():
    Pointwise("bitwise_xor_scalar_", torch.Tensor.bitwise_xor_, INT + BOOL, pattern, inplace=True).run()


@pytest.mark.bitwise_xor_scalar_tensor
def test_bitwise_xor_scalar_tensor():
    Pointwise("bitwise_xor_scalar_tensor", torch.bitwise_xor, INT + BOOL, low_byte_first).run()

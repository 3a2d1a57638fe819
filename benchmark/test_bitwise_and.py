# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import BOOL, INT
from .families.pointwise import Binary, Pointwise, WithNumbers


@pytest.mark.bitwise_and_tensor
def test_bitwise_and():
    Binary("bitwise_and_tensor", torch.bitwise_and, INT + BOOL).run()


@pytest.mark.bitwise_and_tensor_
def test_bitwise_and_inplace():
    Binary("bitwise_and_tensor_", torch.Tensor.bitwise_and_, INT + BOOL, inplace=True).run()


@pytest.mark.bitwise_and_scalar
def test_bitwise_and_scalar():
    WithNumbers("bitwise_and_scalar", torch.bitwise_and, INT + BOOL, 0x3F).run()


def low_byte(shape, dtype):
    yield call(Tensor(shape, dtype), True if dtype == torch.bool else 0xFF)


@pytest.mark.bitwise_and_scalar_
def test_bitwise_and_scalar_():
    and_ = torch.Tensor.bitwise_and_
    Pointwise("bitwise_and_scalar_", and_, INT + BOOL, low_byte, inplace=True).run()
    Pointwise("bitwise_and_scalar_", and_, (torch.int16,), low_byte, inplace=True).run()


def scalar_first(shape, dtype):
    yield call(True if dtype == torch.bool else 0x96, Tensor(shape, dtype))


@pytest.mark.bitwise_and_scalar_tensor
def test_bitwise_and_scalar_tensor():
    Pointwise("bitwise_and_scalar_tensor", torch.bitwise_and, INT + BOOL, scalar_first).run()

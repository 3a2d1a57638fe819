# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import BOOL, INT
from .families.pointwise import Binary, Pointwise


@pytest.mark.dunder_ior_tensor
def test_dunder_ior_inplace():
    Binary("dunder_ior_tensor", torch.Tensor.__ior__, INT + BOOL, inplace=True).run()


def low_byte(shape, dtype):
    yield call(Tensor(shape, dtype), True if dtype == torch.bool else 0xFF)


@pytest.mark.dunder_ior_scalar
def test_dunder_ior_scalar_inplace():
    Pointwise("dunder_ior_scalar", torch.Tensor.__ior__, INT + BOOL, low_byte, inplace=True).run()

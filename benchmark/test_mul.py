# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.mul
def test_mul():
    Binary("mul", torch.mul, FLOAT).run()


@pytest.mark.mul_
def test_mul_inplace():
    Binary("mul_", torch.Tensor.mul_, FLOAT, inplace=True).run()

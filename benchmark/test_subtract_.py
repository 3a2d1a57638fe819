# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.subtract
def test_subtract():
    Binary("subtract", torch.subtract, FLOAT).run()


@pytest.mark.subtract_
def test_subtract_():
    Binary("subtract_", torch.Tensor.subtract_, FLOAT, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.lt_
def test_lt_():
    Binary("lt_", torch.Tensor.lt_, FLOAT, inplace=True).run()


@pytest.mark.lt_scalar_
def test_lt_scalar_():
    WithNumbers("lt_scalar_", torch.Tensor.lt_, FLOAT, 0, inplace=True).run()

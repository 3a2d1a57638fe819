# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.less_
def test_less_():
    Binary("less_", torch.Tensor.less_, FLOAT, inplace=True).run()


@pytest.mark.less_scalar_
def test_less_scalar_():
    WithNumbers("less_scalar_", torch.Tensor.less_, FLOAT, 0, inplace=True).run()

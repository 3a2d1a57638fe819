# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.less_equal_
def test_less_equal_():
    Binary("less_equal_", torch.Tensor.less_equal_, FLOAT, inplace=True).run()


@pytest.mark.less_equal_scalar_
def test_less_equal_scalar_():
    WithNumbers("less_equal_scalar_", torch.Tensor.less_equal_, FLOAT, 0, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.not_equal_
def test_not_equal_():
    Binary("not_equal_", torch.Tensor.not_equal_, FLOAT, inplace=True).run()


@pytest.mark.not_equal_scalar_
def test_not_equal_scalar_():
    WithNumbers("not_equal_scalar_", torch.Tensor.not_equal_, FLOAT, 0.5, inplace=True).run()

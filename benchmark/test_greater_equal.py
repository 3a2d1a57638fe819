# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.greater_equal
def test_greater_equal():
    Binary("greater_equal", torch.greater_equal, FLOAT).run()


@pytest.mark.greater_equal_
def test_greater_equal_():
    Binary("greater_equal_", torch.Tensor.greater_equal_, FLOAT, inplace=True).run()


@pytest.mark.greater_equal_scalar
def test_greater_equal_scalar():
    WithNumbers("greater_equal_scalar", torch.greater_equal, FLOAT, 0.5).run()

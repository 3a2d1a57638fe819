# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.le_
def test_le_():
    Binary("le_", torch.Tensor.le_, FLOAT, inplace=True).run()


@pytest.mark.le_scalar_
def test_le_scalar_():
    WithNumbers("le_scalar_", torch.Tensor.le_, FLOAT, 0, inplace=True).run()

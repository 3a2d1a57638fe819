# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.eq_
def test_eq_():
    Binary("eq_", torch.Tensor.eq_, FLOAT, inplace=True).run()


@pytest.mark.eq_scalar_
def test_eq_scalar_():
    WithNumbers("eq_scalar_", torch.Tensor.eq_, FLOAT, 0, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import BOOL, INT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.dunder_or_tensor
def test_dunder_or_tensor():
    Binary("dunder_or_tensor", torch.Tensor.__or__, INT + BOOL).run()


@pytest.mark.dunder_or_scalar
def test_dunder_or_scalar():
    WithNumbers("dunder_or_scalar", torch.Tensor.__or__, INT + BOOL, 0xFF).run()

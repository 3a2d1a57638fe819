# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import BOOL, FLOAT, INT
from .families.pointwise import Unary


@pytest.mark.logical_not
def test_logical_not():
    Unary("logical_not", torch.logical_not, FLOAT).run()


@pytest.mark.logical_not_
def test_logical_not_():
    Unary("logical_not_", torch.Tensor.logical_not_, INT + BOOL).run()

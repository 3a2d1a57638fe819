# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.arccos
def test_arccos():
    Unary("arccos", torch.arccos, FLOAT).run()


@pytest.mark.arccos_
def test_arccos_():
    Unary("arccos_", torch.arccos_, FLOAT, inplace=True).run()

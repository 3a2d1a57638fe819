# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.atan
def test_atan():
    Unary("atan", torch.atan, FLOAT).run()


@pytest.mark.atan_
def test_atan_inplace():
    Unary("atan_", torch.atan_, FLOAT, inplace=True).run()

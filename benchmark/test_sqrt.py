# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.sqrt
def test_sqrt():
    Unary("sqrt", torch.sqrt, FLOAT).run()


@pytest.mark.sqrt_
def test_sqrt_inplace():
    Unary("sqrt_", torch.sqrt_, FLOAT, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.sin
def test_sin():
    Unary("sin", torch.sin, FLOAT).run()


@pytest.mark.sin_
def test_sin_inplace():
    Unary("sin_", torch.sin_, FLOAT, inplace=True).run()

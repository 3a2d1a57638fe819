# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.reciprocal
def test_reciprocal():
    Unary("reciprocal", torch.reciprocal, FLOAT).run()


@pytest.mark.reciprocal_
def test_reciprocal_inplace():
    Unary("reciprocal_", torch.reciprocal_, FLOAT, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.cos
def test_cos():
    Unary("cos", torch.cos, FLOAT).run()


@pytest.mark.cos_
def test_cos_inplace():
    Unary("cos_", torch.cos_, FLOAT, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.rad2deg
def test_rad2deg():
    Unary("rad2deg", torch.rad2deg, FLOAT).run()


@pytest.mark.rad2deg_
def test_rad2deg_():
    Unary("rad2deg_", torch.Tensor.rad2deg_, FLOAT).run()

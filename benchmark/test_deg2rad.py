# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.deg2rad
def test_deg2rad():
    Unary("deg2rad", torch.deg2rad, FLOAT).run()


@pytest.mark.deg2rad_
def test_deg2rad_():
    Unary("deg2rad_", torch.Tensor.deg2rad_, FLOAT).run()


def onto_itself(x):
    return torch.deg2rad(x, out=x)


@pytest.mark.deg2rad_out
def test_deg2rad_out():
    Unary("deg2rad_out", onto_itself, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.floor
def test_floor():
    Unary("floor", torch.floor, FLOAT).run()


@pytest.mark.floor_
def test_floor_inplace():
    Unary("floor_", torch.Tensor.floor_, FLOAT, inplace=True).run()


@pytest.mark.floor_out
def test_floor_out():
    UnaryOut("floor_out", torch.floor, FLOAT).run()

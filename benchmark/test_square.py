# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.square
def test_square():
    Unary("square", torch.square, FLOAT).run()


@pytest.mark.square_
def test_square_inplace():
    Unary("square_", torch.square_, FLOAT, inplace=True).run()


@pytest.mark.square_out
def test_square_out():
    UnaryOut("square_out", torch.square, FLOAT).run()

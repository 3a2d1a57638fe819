# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.i0
def test_i0():
    Unary("i0", torch.i0, FLOAT).run()


@pytest.mark.i0_
def test_i0_inplace():
    Unary("i0_", torch.Tensor.i0_, FLOAT, inplace=True).run()


@pytest.mark.i0_out
def test_i0_out():
    UnaryOut("i0_out", torch.i0, FLOAT).run()

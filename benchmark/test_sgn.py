# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.sgn
def test_sgn():
    Unary("sgn", torch.sgn, FLOAT).run()


@pytest.mark.sgn_
def test_sgn_inplace():
    Unary("sgn_", torch.Tensor.sgn_, FLOAT, inplace=True).run()


@pytest.mark.sgn_out
def test_sgn_out():
    UnaryOut("sgn_out", torch.sgn, FLOAT).run()

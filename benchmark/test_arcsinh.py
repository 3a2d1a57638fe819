# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.arcsinh
def test_arcsinh():
    Unary("arcsinh", torch.arcsinh, FLOAT).run()


@pytest.mark.arcsinh_
def test_arcsinh_inplace():
    Unary("arcsinh_", torch.Tensor.arcsinh_, FLOAT, inplace=True).run()


@pytest.mark.arcsinh_out
def test_arcsinh_out():
    UnaryOut("arcsinh_out", torch.arcsinh, FLOAT).run()

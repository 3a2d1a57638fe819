# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.arctanh
def test_arctanh():
    Unary("arctanh", torch.arctanh, FLOAT).run()


@pytest.mark.arctanh_
def test_arctanh_inplace():
    Unary("arctanh_", torch.Tensor.arctanh_, FLOAT, inplace=True).run()


@pytest.mark.arctanh_out
def test_arctanh_out():
    UnaryOut("arctanh_out", torch.arctanh, FLOAT).run()

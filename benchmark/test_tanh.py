# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.tanh
def test_tanh():
    Unary("tanh", torch.tanh, FLOAT).run()


@pytest.mark.tanh_
def test_tanh_inplace():
    Unary("tanh_", torch.tanh_, FLOAT, inplace=True).run()


@pytest.mark.tanh_backward
def test_tanh_backward():
    Unary("tanh_backward", torch.tanh, FLOAT, backward=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.sigmoid
def test_sigmoid():
    Unary("sigmoid", torch.sigmoid, FLOAT).run()


@pytest.mark.sigmoid_
def test_sigmoid_inplace():
    Unary("sigmoid_", torch.sigmoid_, FLOAT, inplace=True).run()


@pytest.mark.sigmoid_backward
def test_sigmoid_backward():
    Unary("sigmoid_backward", torch.sigmoid, FLOAT, backward=True).run()

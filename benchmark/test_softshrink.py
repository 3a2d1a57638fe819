# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.softshrink
def test_softshrink():
    Unary("softshrink", torch.nn.functional.softshrink, FLOAT).run()


@pytest.mark.softshrink_out
def test_softshrink_out():
    UnaryOut("softshrink_out", torch.nn.functional.softshrink, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.expm1
def test_expm1():
    Unary("expm1", torch.expm1, FLOAT).run()


@pytest.mark.expm1_
def test_expm1_inplace():
    Unary("expm1_", torch.expm1_, FLOAT, inplace=True).run()


@pytest.mark.expm1_out
def test_expm1_out():
    UnaryOut("expm1_out", torch.expm1, FLOAT).run()

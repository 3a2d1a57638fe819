# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.exp
def test_exp():
    Unary("exp", torch.exp, FLOAT).run()


@pytest.mark.exp_
def test_exp_inplace():
    Unary("exp_", torch.exp_, FLOAT, inplace=True).run()


@pytest.mark.exp_out
def test_exp_out():
    UnaryOut("exp_out", torch.exp, FLOAT).run()

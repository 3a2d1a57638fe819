# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.exp2
def test_exp2():
    Unary("exp2", torch.exp2, FLOAT).run()


@pytest.mark.exp2_
def test_exp2_inplace():
    Unary("exp2_", torch.exp2_, FLOAT, inplace=True).run()


@pytest.mark.special_exp2
def test_special_exp2():
    Unary("special_exp2", torch.special.exp2, FLOAT).run()

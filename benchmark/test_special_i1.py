# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.special_i1
def test_special_i1():
    Unary("special_i1", torch.special.i1, FLOAT).run()


@pytest.mark.special_i1_out
def test_special_i1_out():
    UnaryOut("special_i1_out", torch.special.i1, FLOAT).run()

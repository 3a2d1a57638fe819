# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.special_i0e
def test_special_i0e():
    Unary("special_i0e", torch.ops.aten.special_i0e, FLOAT).run()


@pytest.mark.special_i0e_out
def test_special_i0e_out():
    UnaryOut("special_i0e_out", torch.ops.aten.special_i0e, FLOAT).run()

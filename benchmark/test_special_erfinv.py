# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.special_erfinv
def test_special_erfinv():
    Unary("special_erfinv", torch.ops.aten.special_erfinv, FLOAT).run()


@pytest.mark.special_erfinv_out
def test_special_erfinv_out():
    UnaryOut("special_erfinv_out", torch.ops.aten.special_erfinv, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.special_log1p
def test_special_log1p():
    Unary("special_log1p", torch.ops.aten.special_log1p, FLOAT).run()


@pytest.mark.special_log1p_out
def test_special_log1p_out():
    UnaryOut("special_log1p_out", torch.ops.aten.special_log1p.out, FLOAT).run()

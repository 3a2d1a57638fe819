# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.lift
def test_lift():
    Unary("lift", torch.ops.aten.lift, FLOAT).run()


@pytest.mark.lift_out
def test_lift_out():
    UnaryOut("lift_out", torch.ops.aten.lift.out, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.lift_fresh
def test_lift_fresh():
    Unary("lift_fresh", torch.ops.aten.lift_fresh, FLOAT).run()

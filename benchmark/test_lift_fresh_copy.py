# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.lift_fresh_copy
def test_lift_fresh_copy():
    Unary("lift_fresh_copy", torch.ops.aten.lift_fresh_copy, FLOAT).run()

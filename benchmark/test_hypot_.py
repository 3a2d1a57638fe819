# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.hypot_
def test_hypot_():
    Binary("hypot_", torch.Tensor.hypot_, FLOAT, inplace=True).run()

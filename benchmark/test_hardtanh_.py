# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.hardtanh_
def test_hardtanh_inplace():
    Unary("hardtanh_", torch.ops.aten.hardtanh_, FLOAT, inplace=True).run()

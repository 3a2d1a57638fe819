# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.atanh_
def test_atanh_():
    Unary("atanh_", torch.Tensor.atanh_, FLOAT, inplace=True).run()

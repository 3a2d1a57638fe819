# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.frac_
def test_frac_():
    Unary("frac_", torch.Tensor.frac_, FLOAT, inplace=True).run()

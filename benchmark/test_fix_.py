# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.fix_
def test_fix_():
    Unary("fix_", torch.Tensor.fix_, FLOAT, inplace=True).run()

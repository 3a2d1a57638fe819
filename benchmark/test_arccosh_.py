# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.arccosh_
def test_arccosh_():
    Unary("arccosh_", torch.Tensor.arccosh_, FLOAT, inplace=True).run()

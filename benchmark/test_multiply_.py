# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.multiply_
def test_multiply_():
    Binary("multiply_", torch.Tensor.multiply_, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.exponential_
def test_exponential_inplace():
    Unary("exponential_", torch.Tensor.exponential_, FLOAT).run()

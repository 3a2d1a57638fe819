# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.erfinv
def test_erfinv():
    Unary("erfinv", torch.erfinv, FLOAT).run()


@pytest.mark.erfinv_
def test_erfinv_():
    Unary("erfinv_", torch.Tensor.erfinv_, FLOAT, inplace=True).run()

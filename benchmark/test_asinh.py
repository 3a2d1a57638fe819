# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.asinh
def test_asinh():
    Unary("asinh", torch.asinh, FLOAT).run()


@pytest.mark.asinh_
def test_asinh_inplace():
    Unary("asinh_", torch.Tensor.asinh_, FLOAT, inplace=True).run()

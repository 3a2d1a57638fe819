# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.absolute
def test_absolute():
    Unary("absolute", torch.absolute, FLOAT).run()


@pytest.mark.absolute_
def test_absolute_inplace():
    Unary("absolute_", torch.Tensor.absolute_, FLOAT, inplace=True).run()

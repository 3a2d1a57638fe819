# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.sinh
def test_sinh():
    Unary("sinh", torch.sinh, FLOAT).run()


@pytest.mark.sinh_
def test_sinh_inplace():
    Unary("sinh_", torch.Tensor.sinh_, FLOAT, inplace=True).run()

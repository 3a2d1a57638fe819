# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.log1p
def test_log1p():
    Unary("log1p", torch.log1p, FLOAT).run()


@pytest.mark.log1p_
def test_log1p_inplace():
    Unary("log1p_", torch.Tensor.log1p_, FLOAT, inplace=True).run()

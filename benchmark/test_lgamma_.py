# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.lgamma
def test_lgamma():
    Unary("lgamma", torch.lgamma, FLOAT).run()


@pytest.mark.lgamma_
def test_lgamma_():
    Unary("lgamma_", torch.Tensor.lgamma_, FLOAT, inplace=True).run()

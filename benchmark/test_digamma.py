# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.digamma
def test_digamma():
    Unary("digamma", torch.digamma, FLOAT).run()


@pytest.mark.digamma_
def test_digamma_inplace():
    Unary("digamma_", torch.Tensor.digamma_, FLOAT, inplace=True).run()

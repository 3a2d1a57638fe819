# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.arcsin
def test_arcsin():
    Unary("arcsin", torch.arcsin, FLOAT).run()


@pytest.mark.arcsin_
def test_arcsin_():
    Unary("arcsin_", torch.Tensor.arcsin_, FLOAT, inplace=True).run()


@pytest.mark.arcsin_out
def test_arcsin_out():
    Unary("arcsin_out", lambda x: torch.arcsin(x, out=torch.empty_like(x)), FLOAT).run()

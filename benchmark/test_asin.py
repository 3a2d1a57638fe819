# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.asin
def test_asin():
    Unary("asin", torch.asin, FLOAT).run()


@pytest.mark.asin_
def test_asin_():
    Unary("asin_", torch.asin_, FLOAT, inplace=True).run()

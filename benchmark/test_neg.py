# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.neg
def test_neg():
    Unary("neg", torch.neg, FLOAT).run()


@pytest.mark.neg_
def test_neg_inplace():
    Unary("neg_", torch.neg_, FLOAT, inplace=True).run()

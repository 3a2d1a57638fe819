# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


def negative_to_minus_one(x):
    return torch.threshold_(x, 0.0, -1.0)


@pytest.mark.threshold_
def test_threshold_():
    Unary("threshold_", negative_to_minus_one, FLOAT, inplace=True).run()

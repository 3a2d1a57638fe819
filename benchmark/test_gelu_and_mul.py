# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


def gelu_and_mul(x, y):
    return torch.nn.functional.gelu(x) * y


@pytest.mark.gelu_and_mul
def test_gelu_and_mul():
    Binary("gelu_and_mul", gelu_and_mul, FLOAT).run()

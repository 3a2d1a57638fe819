# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


def silu_and_mul(x, y):
    return torch.nn.functional.silu(x) * y


def silu_and_mul_out(x, y):
    return torch.mul(torch.nn.functional.silu(x), y, out=torch.empty_like(x))


@pytest.mark.silu_and_mul
def test_silu_and_mul():
    Binary("silu_and_mul", silu_and_mul, FLOAT).run()


@pytest.mark.silu_and_mul_out
def test_silu_and_mul_out():
    Binary("silu_and_mul_out", silu_and_mul_out, FLOAT).run()

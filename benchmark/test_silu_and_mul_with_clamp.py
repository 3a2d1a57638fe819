# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary

LIMIT = 7.0


def factors(x, y):
    return torch.nn.functional.silu(x.clamp(max=LIMIT)), y.clamp(-LIMIT, LIMIT)


def clamped(x, y):
    return torch.mul(*factors(x, y))


def clamped_out(x, y):
    return torch.mul(*factors(x, y), out=torch.empty_like(x))


@pytest.mark.silu_and_mul_with_clamp
def test_silu_and_mul_with_clamp():
    Binary("silu_and_mul_with_clamp", clamped, FLOAT).run()


@pytest.mark.silu_and_mul_with_clamp_out
def test_silu_and_mul_with_clamp_out():
    Binary("silu_and_mul_with_clamp_out", clamped_out, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import math

import pytest
import torch

from .cases import DEVICE, call
from .dtypes import FLOAT
from .families.creation import Creation

# The public node draws the number of steps at random; these are its draws for float16.
STEPS = {
    (1073741824,): 56886,
    (64, 64): 1349,
    (4096, 4096): 35672,
    (64, 512, 512): 47942,
    (1024, 1024, 1024): 53475,
}


def last(shape, dtype):
    """As many as there are elements, but a number that the dtype holds."""
    return min(math.prod(shape), int(torch.finfo(dtype).max) - 1)


def steps(shape, dtype):
    end = last(shape, dtype)
    drawn = STEPS.get(shape, 1 + end // 2) * end // last(shape, torch.float16)
    yield call(start=0, end=end, steps=drawn, dtype=dtype, device=DEVICE)


@pytest.mark.linspace
def test_linspace():
    Creation("linspace", torch.linspace, FLOAT, steps).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

# The public node draws these at random, for each dtype anew.
PADDING = {
    (1073741824,): ([0, 2], 489.0),
    (64, 64): ([2, 4, 9, 9], 815.0),
    (4096, 4096): ([5, 10, 9, 4], 631.0),
    (64, 512, 512): ([10, 0, 2, 7, 5, 10], 602.0),
    (1024, 1024, 1024): ([3, 10, 4, 8, 3, 0], 461.0),
}


def padded(shape, dtype):
    pad, value = PADDING.get(shape, ([5, 5] * len(shape), 1.5))
    yield call(Tensor(shape, dtype), pad=pad, mode="constant", value=value)


@pytest.mark.pad
def test_pad():
    Pointwise("pad", torch.nn.functional.pad, FLOAT, padded).run()

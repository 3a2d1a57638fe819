# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

# The public node draws these at random.
PADDING = {
    (1073741824,): [9, 4],
    (64, 64): [2, 8, 0, 9],
    (4096, 4096): [1, 4, 9, 6],
    (64, 512, 512): [9, 2, 5, 7, 0, 1],
    (1024, 1024, 1024): [3, 9, 3, 8, 0, 4],
}


def padded(shape, dtype):
    yield call(Tensor(shape, dtype), pad=PADDING.get(shape, [5, 5] * len(shape)), value=1.5)


@pytest.mark.constant_pad_nd
def test_constant_pad_nd():
    Pointwise("constant_pad_nd", torch.constant_pad_nd, FLOAT, padded).run()

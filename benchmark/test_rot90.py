# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

SHAPES = [
    *((side, side) for side in (64, 128, 256, 512, 1024, 2048)),
    *((side, 2 * side) for side in (100, 200, 400)),
]


def once(shape, dtype):
    yield call(Tensor(shape, dtype), 1, [0, 1])


@pytest.mark.rot90
def test_rot90():
    Pointwise("rot90", torch.rot90, FLOAT, once, shapes=SHAPES, names="input k dims").run()

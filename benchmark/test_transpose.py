# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

SHAPES = [
    (64, 64),
    (256, 512),
    (1024, 1024),
    (4096, 4096),
    (64, 512, 512),
    (128, 256, 64),
    (8, 16, 32, 64),
]
NAMES = "input dim0 dim1"


def first_and_last(shape, dtype):
    yield call(Tensor(shape, dtype), 0, len(shape) - 1)


@pytest.mark.transpose
def test_transpose():
    op = torch.ops.aten.transpose.int
    Pointwise("transpose", op, FLOAT, first_and_last, shapes=SHAPES, names=NAMES).run()

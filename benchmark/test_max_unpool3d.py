# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.pooling import Pooling

SHAPES = [(1, 1, 4, 4, 4), (2, 3, 8, 8, 8), (1, 1, 16, 16, 16), (4, 4, 8, 8, 8)]
NAMES = "input indices kernel_size stride padding output_size"


def doubled(shape, dtype):
    *volumes, depth, height, width = shape
    pooled = (*volumes, depth // 2, height // 2, width // 2)
    indices = integers(pooled, depth * height * width)
    yield call(Tensor(pooled, dtype), indices, 2, 2, 0, [depth, height, width])


@pytest.mark.max_unpool3d
def test_max_unpool3d():
    op = torch.nn.functional.max_unpool3d
    Pooling("max_unpool3d", op, FLOAT, doubled, shapes=SHAPES, names=NAMES).run()

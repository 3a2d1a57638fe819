# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.pooling import Pooling

SHAPES = [(1, 1, 8, 8), (1, 1, 16, 16), (2, 3, 16, 16), (4, 8, 32, 32), (1, 16, 32, 32)]


def doubled(shape, dtype):
    *images, height, width = shape
    pooled = (*images, height // 2, width // 2)
    yield call(Tensor(pooled, dtype), integers(pooled, height * width), [height, width])


@pytest.mark.max_unpool2d
def test_max_unpool2d():
    op = torch.ops.aten.max_unpool2d
    Pooling("max_unpool2d", op, FLOAT, doubled, shapes=SHAPES, names="input indices output_size").run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pooling import Pooling

SHAPES = [(4, 3, 32, 32, 7, 7), (8, 64, 56, 56, 7, 7), (4, 128, 112, 112, 14, 14)]


def to_size(shape, dtype):
    yield call(Tensor(shape[:4], dtype), list(shape[4:]))


@pytest.mark.adaptive_max_pool2d
def test_adaptive_max_pool2d():
    op = torch.ops.aten.adaptive_max_pool2d
    Pooling("adaptive_max_pool2d", op, FLOAT, to_size, shapes=SHAPES, names="input output_size").run()

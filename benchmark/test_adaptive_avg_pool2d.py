# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pooling import Pooling

SHAPES = [(4, 3, 32, 32), (8, 64, 56, 56), (16, 128, 28, 28), (1, 64, 224, 224), (4, 128, 112, 112)]


def to_seven(shape, dtype):
    yield call(Tensor(shape, dtype), [7, 7])


@pytest.mark.adaptive_avg_pool2d
def test_perf_adaptive_avg_pool2d():
    op = torch.ops.aten._adaptive_avg_pool2d
    Pooling("adaptive_avg_pool2d", op, FLOAT, to_seven, shapes=SHAPES, names="input output_size").run()

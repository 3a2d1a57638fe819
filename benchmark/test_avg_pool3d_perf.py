# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pooling import Pooling

SHAPES = [(4, 3, 16, 56, 56), (8, 64, 8, 28, 28), (16, 128, 4, 14, 14), (32, 256, 4, 7, 7)]
WINDOW = {"kernel_size": 3, "stride": 2, "padding": 1}
OPTIONS = {"ceil_mode": False, "count_include_pad": True, "divisor_override": None}


def halved(shape, dtype):
    yield call(Tensor(shape, dtype), **WINDOW, **OPTIONS)


@pytest.mark.avg_pool3d
def test_perf_avg_pool3d():
    Pooling("avg_pool3d", torch.ops.aten.avg_pool3d, FLOAT, halved, shapes=SHAPES).run()


@pytest.mark.avg_pool3d_backward
def test_perf_avg_pool3d_backward():
    op = torch.ops.aten.avg_pool3d
    Pooling("avg_pool3d_backward", op, FLOAT, halved, shapes=SHAPES, backward=True).run()

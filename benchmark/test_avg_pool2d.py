# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pooling import Pooling

SHAPES = [(4, 3, 224, 224), (16, 64, 56, 56), (32, 128, 28, 28), (64, 256, 14, 14), (128, 512, 7, 7)]
WINDOW = {"kernel_size": 3, "stride": 2, "padding": 1}
OPTIONS = {"ceil_mode": False, "count_include_pad": True, "divisor_override": None}


def halved(shape, dtype):
    yield call(Tensor(shape, dtype), **WINDOW, **OPTIONS)


@pytest.mark.avg_pool2d
def test_avg_pool2d():
    Pooling("avg_pool2d", torch.ops.aten.avg_pool2d, FLOAT, halved, shapes=SHAPES).run()


@pytest.mark.avg_pool2d_backward
def test_avg_pool2d_backward():
    op = torch.ops.aten.avg_pool2d
    Pooling("avg_pool2d_backward", op, FLOAT, halved, shapes=SHAPES, backward=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.pooling import Pooling

SHAPES = [(4, 3, 32, 32, 7, 7), (8, 64, 56, 56, 7, 7), (4, 128, 112, 112, 14, 14)]


def gradient(shape, dtype):
    *images, height, width, out_height, out_width = shape
    pooled = (*images, out_height, out_width)
    indices = integers(pooled, height * width)
    yield call(Tensor(pooled, dtype), Tensor((*images, height, width), dtype), indices)


@pytest.mark.adaptive_max_pool2d_backward
def test_adaptive_max_pool2d_backward():
    op = torch.ops.aten.adaptive_max_pool2d_backward
    names = "grad_output input indices"
    Pooling("adaptive_max_pool2d_backward", op, FLOAT, gradient, shapes=SHAPES, names=names).run()

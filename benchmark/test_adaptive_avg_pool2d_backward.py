# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pooling import Pooling

SHAPES = [(4, 3, 32, 32, 7, 7), (8, 64, 56, 56, 7, 7), (4, 128, 112, 112, 14, 14)]


def gradient(shape, dtype):
    *images, height, width, out_height, out_width = shape
    yield call(Tensor((*images, out_height, out_width), dtype), Tensor((*images, height, width), dtype))


@pytest.mark.adaptive_avg_pool2d_backward
def test_adaptive_avg_pool2d_backward():
    op = torch.ops.aten._adaptive_avg_pool2d_backward
    names = "grad_output input"
    Pooling("adaptive_avg_pool2d_backward", op, FLOAT, gradient, shapes=SHAPES, names=names).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.pooling import Pooling

SHAPES = [(4, 3, 16, 56, 56), (8, 64, 8, 28, 28), (16, 128, 4, 14, 14), (32, 256, 2, 7, 7)]
NAMES = "grad_output input kernel_size stride padding dilation ceil_mode indices"


def halved_gradient(shape, dtype):
    *volumes, depth, height, width = shape
    pooled = (*volumes, (depth + 1) // 2, (height + 1) // 2, (width + 1) // 2)
    indices = integers(pooled, depth * height * width)
    yield call(Tensor(pooled, dtype), Tensor(shape, dtype), 3, 2, 1, 1, False, indices)


@pytest.mark.max_pool3d_with_indices_backward
def test_max_pool3d_with_indices_backward():
    op, name = torch.ops.aten.max_pool3d_with_indices_backward, "max_pool3d_with_indices_backward"
    Pooling(name, op, FLOAT, halved_gradient, shapes=SHAPES, names=NAMES).run()

# SPDX-License-Identifier: Apache-2.0
import math

import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.pooling import Pooling

SHAPES = [(1, 1, 8, 8, 8), (2, 3, 16, 16, 16), (1, 1, 32, 32, 32), (2, 8, 8, 8, 8)]


def gradient_of_halves(shape, dtype):
    pooled = (*shape[:2], *(side // 2 for side in shape[2:]))
    yield call(Tensor(pooled, dtype), Tensor(shape, dtype), integers(pooled, math.prod(shape[2:])))


@pytest.mark.adaptive_max_pool3d_backward
def test_adaptive_max_pool3d_backward():
    op = torch.ops.aten.adaptive_max_pool3d_backward
    names = "grad_output input indices"
    Pooling("adaptive_max_pool3d_backward", op, FLOAT, gradient_of_halves, shapes=SHAPES, names=names).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pooling import Pooling

SHAPES = [(1, 3, 8, 8, 8), (2, 3, 16, 16, 16), (1, 1, 32, 32, 32), (4, 8, 64, 64, 64)]


def gradient_of_halves(shape, dtype):
    halves = [side // 2 for side in shape[2:]]
    yield call(Tensor((*shape[:2], *halves), dtype), Tensor(shape, dtype))


@pytest.mark.adaptive_avg_pool3d_backward
def test_adaptive_avg_pool3d_backward():
    op = torch.ops.aten._adaptive_avg_pool3d_backward
    names = "grad_output input"
    Pooling("adaptive_avg_pool3d_backward", op, FLOAT, gradient_of_halves, shapes=SHAPES, names=names).run()

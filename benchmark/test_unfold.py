# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

WINDOWS = [  # size of the input, dimension, size of a window, step
    ((32, 64), 1, 16, 16),
    ((16, 33), 0, 5, 2),
    ((4, 8, 12), -1, 6, 4),
    ((7, 13), 1, 13, 3),
    ((6, 20), 1, 7, 4),
    ((2, 3, 17), -1, 9, 1),
    ((2, 17), 1, 4, 6),
]
NAMES = "grad_in input_sizes dim size step"


def gradient(shape, dtype):
    size, dim, window, step = shape
    windows = list(size)
    windows[dim] = (size[dim] - window) // step + 1
    yield call(Tensor((*windows, window), dtype), list(size), dim, window, step)


@pytest.mark.unfold_backward
def test_unfold_backward():
    op = torch.ops.aten.unfold_backward
    Pointwise("unfold_backward", op, FLOAT, gradient, shapes=WINDOWS, names=NAMES).run()

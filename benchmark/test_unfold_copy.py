# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

WINDOWS = [  # size of the input, dimension, size of a window, step
    ((4, 8), 1, 3, 1),
    ((16, 32), 1, 8, 2),
    ((8, 15), 1, 4, 3),
    ((2, 6, 8), 1, 3, 1),
    ((4, 8, 16), 1, 4, 2),
    ((2, 6, 8), 2, 3, 1),
    ((4, 8, 16), 2, 4, 2),
    ((2, 6, 8), 2, 3, 2),
]
NAMES = "input dimension size step"


def windows(shape, dtype):
    size, *window = shape
    yield call(Tensor(size, dtype), *window)


@pytest.mark.unfold_copy
def test_unfold_copy():
    Pointwise("unfold_copy", torch.unfold_copy, FLOAT, windows, shapes=WINDOWS, names=NAMES).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.convolution import Convolution

SHAPES = [(1, 3, 16, 16), (1, 3, 32, 32), (2, 16, 64, 64), (4, 32, 128, 128)]
WINDOWS = [  # kernel, dilation, padding, stride, each by height and width
    ([3, 3], [1, 1], [1, 1], [1, 1]),
    ([3, 3], [1, 1], [0, 0], [2, 2]),
    ([5, 4], [2, 2], [2, 1], [1, 2]),
    ([1, 1], [1, 1], [0, 0], [1, 1]),
]


def windows(shape, dtype):
    for window in WINDOWS:
        yield call(Tensor(shape, dtype), *window)


@pytest.mark.im2col
def test_im2col():
    names = "input kernel_size dilation padding stride"
    Convolution("im2col", torch.ops.aten.im2col, FLOAT, windows, shapes=SHAPES, names=names).run()

# SPDX-License-Identifier: Apache-2.0
import math

import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.convolution import Convolution

# Images, channels; kernel, size of an image, stride, padding, dilation, each by height and width.
WINDOWS = [
    (2, 3, (2, 2), (4, 5), (1, 1), (0, 0), (1, 1)),
    (2, 16, (3, 3), (16, 16), (1, 1), (0, 0), (1, 1)),
    (4, 32, (3, 3), (32, 32), (1, 1), (1, 1), (1, 1)),
    (2, 64, (3, 3), (64, 64), (2, 2), (1, 1), (1, 1)),
    (1, 128, (3, 3), (128, 128), (1, 1), (1, 1), (1, 1)),
    (2, 64, (5, 5), (64, 64), (2, 2), (2, 2), (1, 1)),
    (4, 32, (3, 3), (128, 128), (2, 2), (1, 1), (2, 2)),
]
NAMES = "input output_size kernel_size dilation padding stride"


def columns(shape, dtype):
    images, channels, kernel, size, stride, padding, dilation = shape
    windows = math.prod(
        (size[i] + 2 * padding[i] - dilation[i] * (kernel[i] - 1) - 1) // stride[i] + 1 for i in (0, 1)
    )
    unfolded = Tensor((images, channels * math.prod(kernel), windows), dtype)
    yield call(unfolded, list(size), list(kernel), list(dilation), list(padding), list(stride))


@pytest.mark.col2im
def test_col2im():
    Convolution("col2im", torch.ops.aten.col2im, FLOAT, columns, shapes=WINDOWS, names=NAMES).run()

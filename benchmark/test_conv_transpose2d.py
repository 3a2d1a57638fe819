# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.convolution import TransposedConvolution

SHAPES = [  # n, channels, height, width, out, kernel height, kernel width, stride, padding, groups
    (1, 64, 128, 128, 64, 3, 3, 1, 1, 1),
    (1, 64, 64, 64, 32, 3, 3, 2, 1, 1),
    (4, 32, 32, 32, 32, 3, 3, 2, 1, 1),
    (8, 16, 64, 64, 16, 5, 5, 2, 2, 1),
    (16, 32, 16, 16, 64, 3, 3, 2, 1, 1),
    (16, 32, 32, 32, 64, 3, 3, 2, 1, 1),
    (32, 64, 32, 32, 32, 3, 3, 1, 0, 1),
    (32, 64, 16, 16, 32, 3, 3, 2, 1, 1),
]


@pytest.mark.conv_transpose2d
def test_perf_conv_transpose2d():
    TransposedConvolution("conv_transpose2d", torch.conv_transpose2d, FLOAT, shapes=SHAPES).run()

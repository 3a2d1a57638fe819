# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.convolution import Convolution

SHAPES = [  # n, channels, height, width, out, kernel height, kernel width, stride, padding, groups
    (32, 64, 128, 128, 32, 3, 3, 1, 1, 1),
    (104, 16, 32, 32, 32, 4, 4, 1, 0, 1),
    (64, 32, 18, 18, 32, 5, 5, 2, 1, 1),
    (64, 32, 210, 210, 64, 5, 5, 2, 1, 1),
    (16, 32, 24, 24, 24, 3, 3, 1, 1, 2),
]
PADDED = [
    (16, 32, 12, 12, 24, 3, 3, 1, "valid", 1),
    (32, 64, 128, 128, 32, 3, 3, 1, "valid", 1),
    (32, 64, 210, 210, 16, 5, 5, 1, "valid", 1),
    (16, 32, 24, 24, 24, 3, 3, 1, "same", 1),
    (32, 64, 128, 128, 32, 3, 3, 1, "same", 1),
    (32, 64, 210, 210, 16, 5, 5, 1, "same", 1),
    (16, 32, 24, 24, 24, 3, 3, 1, "same", 2),
]


@pytest.mark.conv2d
def test_conv2d():
    Convolution("conv2d", torch.conv2d, FLOAT, shapes=SHAPES).run()


@pytest.mark.conv2d_padding
def test_conv2d_padding():
    Convolution("conv2d_padding", torch.conv2d, FLOAT, shapes=PADDED).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.convolution import Convolution

SHAPES = [  # n, channels, three sides, out, three sides of the kernel, stride, padding, groups
    (32, 64, 64, 64, 64, 32, 3, 3, 3, 1, 1, 1),
    (32, 64, 64, 64, 64, 32, 3, 3, 3, 2, 1, 1),
    (16, 32, 24, 24, 24, 24, 3, 3, 3, 1, 1, 2),
    (64, 32, 18, 18, 18, 32, 5, 5, 5, 1, 2, 1),
    (16, 32, 12, 12, 12, 24, 3, 3, 3, 1, 2, 1),
]
PADDED = [
    shape
    for padding in ("valid", "same")
    for shape in (
        (2, 3, 9, 9, 9, 3, 3, 3, 3, 1, padding, 1),
        (9, 16, 4, 4, 4, 128, 2, 2, 2, 1, padding, 4),
        (32, 8, 8, 8, 8, 32, 3, 3, 3, 1, padding, 1),
    )
]


@pytest.mark.conv3d
def test_conv3d():
    Convolution("conv3d", torch.conv3d, FLOAT, shapes=SHAPES).run()


@pytest.mark.conv3d_padding
def test_conv3d_padding():
    Convolution("conv3d_padding", torch.conv3d, FLOAT, shapes=PADDED).run()

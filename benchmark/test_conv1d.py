# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.convolution import Convolution

DTYPES = (torch.float16, torch.float32)
# Sequences, channels, length; channels out, kernel; stride, padding, groups.
SHAPES = [
    (32, 64, 256, 64, 3, 1, 1, 1),
    (64, 32, 512, 32, 5, 2, 2, 1),
    (16, 16, 1024, 32, 7, 1, 3, 1),
    (32, 32, 4096, 64, 9, 2, 4, 2),
]
PADDED = [
    *((32, 64, 512, 64, 3, 1, padding, 1) for padding in (0, 1, 2)),
    *((64, 48, 1024, 128, 5, 2, padding, 1) for padding in (0, 2, 4)),
    *((16, 24, 2048, 96, 7, 1, padding, 2) for padding in (0, 3, 6)),
    (32, 64, 512, 64, 3, 1, "valid", 1),
    (64, 48, 1024, 128, 5, 2, "valid", 1),
    (16, 24, 2048, 96, 7, 1, "same", 2),
    (8, 8, 8192, 16, 11, 1, "same", 1),
]


@pytest.mark.conv1d
def test_conv1d():
    Convolution("conv1d", torch.conv1d, DTYPES, shapes=SHAPES).run()


@pytest.mark.conv1d_padding
def test_conv1d_padding():
    Convolution("conv1d_padding", torch.conv1d, DTYPES, shapes=PADDED).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.convolution import Convolution, sizes

SHAPES = [  # n, channels, length, out, kernel, stride, padding, groups
    (32, 64, 128, 64, 3, 1, 0, 1),
    (64, 48, 256, 128, 5, 2, 2, 1),
    (16, 24, 512, 96, 7, 1, 3, 1),
    (8, 16, 1024, 32, 3, 2, 1, 2),
    (4, 8, 2048, 16, 5, 1, 2, 1),
]


def positional(shape, dtype):
    of = sizes(shape, transposed=True)
    yield call(Tensor(of.input, dtype), Tensor(of.weight, dtype), None, of.stride, of.padding, 0, of.groups)


@pytest.mark.conv_transpose1d
def test_conv_transpose1d():
    names = "input weight bias stride padding output_padding groups"
    op = torch.conv_transpose1d
    Convolution("conv_transpose1d", op, FLOAT, positional, shapes=SHAPES, names=names).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.convolution import Convolution

SHAPES = [  # n, channels, height, width, kernel height, kernel width, stride, padding, dilation
    (32, 32, 64, 64, 3, 3, 1, 1, 1),
    (16, 64, 128, 128, 3, 3, 2, 1, 1),
    (8, 128, 56, 56, 5, 5, 1, 2, 1),
    (4, 256, 28, 28, 3, 3, 1, 1, 2),
    (2, 512, 14, 14, 3, 3, 1, 1, 1),
]


def one_filter_a_channel(shape, dtype):
    *image, height, width, stride, padding, dilation = shape
    kernel = [height, width]
    weight = Tensor((image[1], 1, *kernel), dtype)
    yield call(Tensor(image, dtype), weight, kernel, None, [stride] * 2, [padding] * 2, [dilation] * 2)


@pytest.mark.conv_depthwise2d
def test_conv_depthwise2d():
    names = "input weight kernel_size bias stride padding dilation"
    op = torch.ops.aten._conv_depthwise2d
    Convolution("conv_depthwise2d", op, FLOAT, one_filter_a_channel, shapes=SHAPES, names=names).run()

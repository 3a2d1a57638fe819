# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.convolution import Convolution

SHAPES = [  # the input, out, side of the kernel, padding, dilation
    (16, 32, 24, 24, 24, 3, "valid", 1),
    (32, 64, 128, 128, 32, 3, "valid", 1),
    (32, 64, 210, 210, 16, 5, "valid", 1),
    (16, 32, 24, 24, 24, 3, "same", 1),
    (32, 64, 128, 128, 32, 3, "same", 1),
    (32, 64, 210, 210, 16, 5, "same", 1),
    (16, 32, 24, 24, 24, 3, "same", 2),
]


def padded(shape, dtype):
    *image, out, side, padding, dilation = shape
    yield call(
        input=Tensor(image, dtype),
        weight=Tensor((out, image[1], side, side), dtype),
        bias=None,
        stride=[1, 1],
        padding=padding,
        dilation=[dilation] * 2,
        groups=1,
    )


@pytest.mark.convolution_mode
def test_convolution_mode():
    op = torch.ops.aten._convolution_mode
    Convolution("convolution_mode", op, FLOAT, padded, shapes=SHAPES).run()

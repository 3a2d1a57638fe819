# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.convolution import Convolution, sizes

SHAPES = [  # n, channels, height, width, out, kernel height, kernel width, stride, padding, groups
    (32, 64, 128, 128, 32, 3, 3, 1, 2, 1),
    (32, 64, 210, 210, 16, 5, 5, 2, 1, 1),
    (16, 32, 12, 12, 24, 3, 3, 2, 1, 1),
    (16, 32, 24, 24, 24, 3, 3, 2, 2, 2),
    (16, 32, 24, 24, 24, 3, 3, 1, 2, 2),
]
NAMES = "input weight padding stride dilation groups benchmark deterministic allow_tf32"


def positional(shape, dtype):
    of = sizes(shape)
    lists = [of.padding] * 2, [of.stride] * 2, [1, 1]
    yield call(Tensor(of.input, dtype), Tensor(of.weight, dtype), *lists, of.groups, False, False, False)


@pytest.mark.cudnn_convolution
def test_cudnn_convolution():
    op = torch.ops.aten.cudnn_convolution
    Convolution("cudnn_convolution", op, FLOAT, positional, shapes=SHAPES, names=NAMES).run()

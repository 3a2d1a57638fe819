# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.pooling import Pooling

SHAPES = [(4, 3, 224, 224), (16, 64, 56, 56), (32, 128, 28, 28), (64, 256, 14, 14), (128, 512, 7, 7)]


def halves(shape, dtype):
    *_, height, width = shape
    yield call(Tensor(shape, dtype), kernel_size=2, output_size=[height // 2, width // 2])


def gradient_of_halves(shape, dtype):
    *images, height, width = shape
    size = [height // 2, width // 2]
    pooled = (*images, *size)
    yield call(
        Tensor(pooled, dtype),
        Tensor(shape, dtype, requires_grad=True),
        kernel_size=2,
        output_size=size,
        indices=integers(pooled, height * width),
    )


def backward(grad_output, x, *, kernel_size, output_size, indices):
    sizes = [kernel_size, kernel_size], output_size
    return torch.ops.aten.fractional_max_pool2d_backward(grad_output, x, *sizes, indices)


@pytest.mark.fractional_max_pool2d
def test_fractional_max_pool2d():
    op = torch.nn.functional.fractional_max_pool2d
    Pooling("fractional_max_pool2d", op, FLOAT, halves, shapes=SHAPES).run()


@pytest.mark.fractional_max_pool2d_backward
def test_fractional_max_pool2d_backward():
    name = "fractional_max_pool2d_backward"
    Pooling(name, backward, FLOAT, gradient_of_halves, shapes=SHAPES, names="grad_output input").run()

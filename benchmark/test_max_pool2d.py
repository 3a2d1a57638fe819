# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.pooling import Pooling

SHAPES = [(4, 3, 224, 224), (16, 64, 56, 56), (32, 128, 28, 28), (64, 256, 14, 14), (128, 512, 7, 7)]
WINDOW = {"kernel_size": 3, "stride": 2, "padding": 1, "dilation": 1, "ceil_mode": False}
NAMES = "grad_output input indices"


def gradient(grad_output, x, indices, **window):
    # PyTorch's own indices, since those of another library may mean something else.
    pooled, _ = torch.nn.functional.max_pool2d_with_indices(x, **window)
    return torch.autograd.grad(pooled, x, grad_output)


def halved(shape, dtype):
    yield call(Tensor(shape, dtype), **WINDOW)


def halved_gradient(shape, dtype):
    *images, height, width = shape
    pooled = (*images, (height + 1) // 2, (width + 1) // 2)
    x = Tensor(shape, dtype, requires_grad=True)
    yield call(Tensor(pooled, dtype), x, integers(pooled, height * width), **WINDOW)


@pytest.mark.max_pool2d_backward
def test_max_pool2d_backward():
    op = gradient
    Pooling("max_pool2d_backward", op, FLOAT, halved_gradient, shapes=SHAPES, names=NAMES).run()


@pytest.mark.max_pool2d_with_indices
def test_max_pool2d_with_indices():
    op = torch.nn.functional.max_pool2d_with_indices
    Pooling("max_pool2d_with_indices", op, FLOAT, halved, shapes=SHAPES).run()


@pytest.mark.max_pool2d_with_indices_backward
def test_max_pool2d_with_indices_backward():
    op, name = gradient, "max_pool2d_with_indices_backward"
    Pooling(name, op, FLOAT, halved_gradient, shapes=SHAPES, names=NAMES).run()

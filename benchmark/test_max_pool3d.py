# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.pooling import Pooling

SHAPES = [(4, 3, 16, 56, 56), (8, 64, 8, 28, 28), (16, 128, 4, 14, 14), (32, 256, 2, 7, 7)]
WINDOW = {"kernel_size": 3, "stride": 2, "padding": 1, "dilation": 1, "ceil_mode": False}


def gradient(grad_output, x, indices, **window):
    # PyTorch's own indices, since those of another library may mean something else.
    return torch.autograd.grad(torch.nn.functional.max_pool3d(x, **window), x, grad_output)


def halved(shape, dtype):
    yield call(Tensor(shape, dtype), **WINDOW)


def halved_gradient(shape, dtype):
    *volumes, depth, height, width = shape
    pooled = (*volumes, (depth + 1) // 2, (height + 1) // 2, (width + 1) // 2)
    x = Tensor(shape, dtype, requires_grad=True)
    yield call(Tensor(pooled, dtype), x, integers(pooled, depth * height * width), **WINDOW)


@pytest.mark.max_pool3d
def test_perf_max_pool3d():
    Pooling("max_pool3d", torch.nn.functional.max_pool3d, FLOAT, halved, shapes=SHAPES).run()


@pytest.mark.max_pool3d
def test_perf_max_pool3d_backward():
    names = "grad_output input indices"
    Pooling("max_pool3d_backward", gradient, FLOAT, halved_gradient, shapes=SHAPES, names=names).run()

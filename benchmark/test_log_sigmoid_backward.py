# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty, uniform
from .dtypes import FLOAT
from .families.pointwise import Pointwise

SHAPES = [(33554432,), (4096, 4096), (64, 512, 512), (128, 512, 512)]
NAMES = "grad_output input buffer"


def gradient(shape, dtype):
    # The buffer is what the forward pass on the CPU keeps: exp(-|x|).
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), uniform(shape, dtype))


def gradient_into(shape, dtype):
    for made in gradient(shape, dtype):
        yield call(*made.args, grad_input=empty(shape, dtype))


@pytest.mark.log_sigmoid_backward
def test_log_sigmoid_backward():
    op = torch.ops.aten.log_sigmoid_backward
    Pointwise("log_sigmoid_backward", op, FLOAT, gradient, shapes=SHAPES, names=NAMES).run()


@pytest.mark.log_sigmoid_backward_out
def test_log_sigmoid_backward_out():
    op = torch.ops.aten.log_sigmoid_backward.grad_input
    Pointwise("log_sigmoid_backward_out", op, FLOAT, gradient_into, shapes=SHAPES, names=NAMES).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise, Unary


def gradient(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), 0.01, False)


@pytest.mark.leaky_relu
def test_leaky_relu():
    Unary("leaky_relu", torch.nn.functional.leaky_relu, FLOAT).run()


@pytest.mark.leaky_relu_
def test_leaky_relu_inplace():
    Unary("leaky_relu_", torch.nn.functional.leaky_relu_, FLOAT, inplace=True).run()


@pytest.mark.leaky_relu_out
def test_leaky_relu_out():
    # In the public tree no tensor to write to is handed over.
    Unary("leaky_relu_out", torch.nn.functional.leaky_relu, FLOAT).run()


@pytest.mark.leaky_relu_backward
def test_leaky_relu_backward():
    op = torch.ops.aten.leaky_relu_backward
    names = "grad_output input negative_slope self_is_result"
    Pointwise("leaky_relu_backward", op, FLOAT, gradient, names=names).run()

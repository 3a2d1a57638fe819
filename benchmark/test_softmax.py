# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.reduction import Reduction


@pytest.mark.softmax
def test_softmax():
    Reduction("softmax", torch.nn.functional.softmax, FLOAT).run()


@pytest.mark.softmax_backward
def test_softmax_backward():
    Reduction("softmax_backward", torch.nn.functional.softmax, FLOAT, backward=True).run()


def into(shape, dtype):
    yield call(Tensor(shape, dtype), min(1, len(shape) - 1), False, out=empty(shape, dtype))


@pytest.mark.softmax_out
def test_softmax_out():
    op = torch.ops.aten._softmax.out
    Reduction("softmax_out", op, FLOAT, into, shapes="pointwise", names="input dim half_to_float").run()


def backward_into(shape, dtype):
    x = Tensor(shape, dtype)
    yield call(x, x, min(1, len(shape) - 1), dtype, grad_input=empty(shape, dtype))


@pytest.mark.softmax_backward_out
def test_softmax_backward_out():
    op, names = torch.ops.aten._softmax_backward_data.out, "grad_output output dim input_dtype"
    Reduction("softmax_backward_out", op, FLOAT, backward_into, names=names).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


# Of a vector that is the same dimension each time, as in the public node.
def first_middle_and_last(shape, dtype):
    for dim in (0, len(shape) // 2, len(shape) - 1):
        gradient = Tensor(shape[:dim] + shape[dim + 1 :], dtype)
        yield call(gradient, list(shape), dim, shape[dim] // 2)


@pytest.mark.select_backward
def test_select_backward():
    op, names = torch.ops.aten.select_backward, "grad_output input_sizes dim index"
    Pointwise("select_backward", op, FLOAT, first_middle_and_last, names=names).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def every_second(shape, dtype):
    dim = min(1, len(shape) - 1)
    half = list(shape)
    half[dim] = (shape[dim] + 1) // 2
    yield call(Tensor(half, dtype), list(shape), dim, 0, shape[dim], 2)


@pytest.mark.slice_backward
def test_slice_backward():
    op, names = torch.ops.aten.slice_backward, "grad_output input_sizes dim start end step"
    Pointwise("slice_backward", op, FLOAT, every_second, names=names).run()

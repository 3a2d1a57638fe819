# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

SHAPES = [(16, 128, 64, 1280), (1024, 1024), (16, 7, 57, 32, 29)]


def one_slope(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), Tensor((1,), dtype))


@pytest.mark.prelu_kernel_backward
def test_prelu_kernel_backward():
    op, names = torch.ops.aten._prelu_kernel_backward, "grad_output input weight"
    Pointwise("prelu_kernel_backward", op, FLOAT, one_slope, shapes=SHAPES, names=names).run()

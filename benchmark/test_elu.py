# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise, Unary


@pytest.mark.elu
def test_elu():
    Unary("elu", torch.nn.functional.elu, FLOAT).run()


@pytest.mark.elu_
def test_elu_inplace():
    Unary("elu_", torch.nn.functional.elu_, FLOAT, inplace=True).run()


def from_the_input(shape, dtype):
    yield call(Tensor(shape, dtype), 1.0, 1.0, 1.0, False, Tensor(shape, dtype))


@pytest.mark.elu_backward
def test_elu_backward():
    op = torch.ops.aten.elu_backward
    names = "grad_output alpha scale input_scale is_result input"
    Pointwise("elu_backward", op, FLOAT, from_the_input, names=names).run()

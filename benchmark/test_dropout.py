# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise, Unary


@pytest.mark.dropout
def test_dropout():
    Unary("dropout", torch.nn.Dropout(p=0.5), FLOAT).run()


def masked(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, torch.bool), scale=2.0)


@pytest.mark.native_dropout_backward
def test_native_dropout_backward():
    op = torch.ops.aten.native_dropout_backward
    Pointwise("native_dropout_backward", op, FLOAT, masked, names="grad_output mask").run()

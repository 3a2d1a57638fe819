# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def gradient(shape, dtype):
    yield call(*[Tensor(shape, dtype)] * 3, reduction=1)


@pytest.mark.mse_loss_backward
def test_mse_loss_backward():
    op, names = torch.ops.aten.mse_loss_backward, "grad_output input target"
    Pointwise("mse_loss_backward", op, FLOAT, gradient, shapes="matrix", names=names).run()

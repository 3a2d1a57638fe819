# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

MEAN = 1


def gradient_of_mean(shape, dtype):
    yield call(*[Tensor(shape, dtype)] * 3, MEAN)


@pytest.mark.soft_margin_loss_backward
def test_soft_margin_loss_backward():
    op, names = torch.ops.aten.soft_margin_loss_backward, "grad_output input target reduction"
    Pointwise("soft_margin_loss_backward", op, FLOAT, gradient_of_mean, names=names).run()

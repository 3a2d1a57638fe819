# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import Reduction

SHAPES = [(262144,), (1024, 1024), (4096, 4096), (64, 512, 512)]
MEAN, BETA = 1, 1.0


def mean(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), MEAN, BETA)


def gradient_of_mean(shape, dtype):
    yield call(Tensor((), dtype), Tensor(shape, dtype), Tensor(shape, dtype), MEAN, BETA)


@pytest.mark.smooth_l1_loss
def test_smooth_l1_loss():
    op, names = torch.ops.aten.smooth_l1_loss, "input target reduction beta"
    Reduction("smooth_l1_loss", op, FLOAT, mean, shapes=SHAPES, names=names).run()


@pytest.mark.smooth_l1_loss_backward
def test_smooth_l1_loss_backward():
    op, names = torch.ops.aten.smooth_l1_loss_backward, "grad_output input target reduction beta"
    Reduction("smooth_l1_loss_backward", op, FLOAT, gradient_of_mean, shapes=SHAPES, names=names).run()

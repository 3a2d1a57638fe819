# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

SHAPES = [(64, 64), (4096, 4096), (64, 512, 512)]
NAMES = "input1 input2 target margin reduction"


def mean_loss(shape, dtype):
    yield call(*[Tensor(shape, dtype)] * 3, 0.5, 1)


@pytest.mark.margin_ranking_loss
def test_margin_ranking_loss():
    op = torch.ops.aten.margin_ranking_loss
    Pointwise("margin_ranking_loss", op, FLOAT, mean_loss, shapes=SHAPES, names=NAMES).run()


@pytest.mark.margin_ranking_loss_backward
def test_margin_ranking_loss_backward():
    op, options = torch.ops.aten.margin_ranking_loss, {"shapes": SHAPES, "names": NAMES, "backward": True}
    Pointwise("margin_ranking_loss_backward", op, FLOAT, mean_loss, **options).run()

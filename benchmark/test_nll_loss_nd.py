# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.reduction import Reduction

NLL_LOSS = torch.nn.functional.nll_loss
SHAPES = [
    (64, 64),
    (256, 256),
    (10000, 65536),
    (32, 128, 512),
    (64, 64, 4, 8),
    (256, 256, 4, 8),
    (4096, 4096, 4, 8),
    (64, 64, 8, 4, 8),
]
OPTIONS = {"shapes": SHAPES, "names": "input target"}


def of_classes(shape, dtype):
    batch, classes, *inner = shape
    yield call(Tensor(shape, dtype), integers((batch, *inner), classes))


@pytest.mark.nll_loss_nd_backward
def test_nll_loss_nd_backward():
    Reduction("nll_loss_nd_backward", NLL_LOSS, FLOAT, of_classes, **OPTIONS, backward=True).run()


@pytest.mark.nll_loss_nd_forward
def test_nll_loss_nd_forward():
    Reduction("nll_loss_nd_forward", NLL_LOSS, FLOAT, of_classes, **OPTIONS).run()

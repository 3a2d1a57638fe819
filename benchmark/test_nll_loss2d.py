# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.reduction import Reduction

NLL_LOSS = torch.nn.functional.nll_loss
OPTIONS = {"shapes": [(side, side, 4, 8) for side in (64, 256, 1024, 4096)], "names": "input target"}


def images_of_classes(shape, dtype):
    batch, classes, *image = shape
    yield call(Tensor(shape, dtype), integers((batch, *image), classes))


@pytest.mark.nll_loss2d_backward
def test_nll_loss2d_backward():
    Reduction("nll_loss2d_backward", NLL_LOSS, FLOAT, images_of_classes, **OPTIONS, backward=True).run()


@pytest.mark.nll_loss2d_forward
def test_nll_loss2d_forward():
    Reduction("nll_loss2d_forward", NLL_LOSS, FLOAT, images_of_classes, **OPTIONS).run()

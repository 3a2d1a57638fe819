# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.reduction import MatrixReduction

NLL_LOSS = torch.nn.functional.nll_loss


def rows_of_classes(shape, dtype):
    rows, classes = shape
    yield call(Tensor(shape, dtype), integers((rows,), classes))


@pytest.mark.nll_loss_backward
def test_nll_loss_backward():
    options = {"names": "input target", "backward": True}
    MatrixReduction("nll_loss_backward", NLL_LOSS, FLOAT, rows_of_classes, **options).run()


@pytest.mark.nll_loss_forward
def test_nll_loss_forward():
    MatrixReduction("nll_loss_forward", NLL_LOSS, FLOAT, rows_of_classes, names="input target").run()

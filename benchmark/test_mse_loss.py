# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import MatrixReduction


def two(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, dtype))


@pytest.mark.mse_loss
def test_mse_loss():
    op = torch.nn.functional.mse_loss
    MatrixReduction("mse_loss", op, FLOAT, two, names="input target").run()

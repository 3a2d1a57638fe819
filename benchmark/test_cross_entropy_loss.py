# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.reduction import MatrixReduction


def rows_of_classes(shape, dtype):
    rows, classes = shape
    yield call(Tensor(shape, dtype), integers((rows,), classes))


@pytest.mark.cross_entropy_loss
def test_cross_entropy_loss():
    op = torch.nn.functional.cross_entropy
    MatrixReduction("cross_entropy_loss", op, FLOAT, rows_of_classes, names="input target").run()

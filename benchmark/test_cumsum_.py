# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT, INT
from .families.reduction import MatrixReduction


def along_rows(shape, dtype):
    yield call(Tensor(shape, dtype), 1)


@pytest.mark.cumsum_
def test_cumsum_():
    MatrixReduction("cumsum_", torch.Tensor.cumsum_, FLOAT + INT, along_rows).run()

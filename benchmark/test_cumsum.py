# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT, INT
from .families.reduction import MatrixReduction


def along_rows(shape, dtype):
    yield call(Tensor(shape, dtype), 1)


def along_rows_out(shape, dtype):
    yield call(Tensor(shape, dtype), -1, out=empty(shape, dtype))


@pytest.mark.cumsum
def test_cumsum():
    MatrixReduction("cumsum", torch.cumsum, FLOAT + INT, along_rows).run()


@pytest.mark.cumsum_out
def test_cumsum_out():
    MatrixReduction("cumsum_out", torch.cumsum, FLOAT, along_rows_out).run()

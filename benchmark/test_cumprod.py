# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import BOOL, FLOAT, INT
from .families.reduction import MatrixReduction

MORE_INT = (torch.int8, torch.uint8, torch.int64)


def along_rows(shape, dtype):
    yield call(Tensor(shape, dtype), 1)


@pytest.mark.cumprod
def test_cumprod_perf():
    MatrixReduction("cumprod", torch.cumprod, FLOAT + BOOL + INT + MORE_INT, along_rows).run()


@pytest.mark.cumprod_
def test_cumprod_inplace_perf():
    op = torch.Tensor.cumprod_
    MatrixReduction("cumprod_", op, FLOAT + INT + MORE_INT, along_rows, inplace=True).run()

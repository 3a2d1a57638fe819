# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.reduction import MatrixReduction


def along_rows(shape, dtype):
    yield call(Tensor(shape, dtype), 1)


def along_rows_out(shape, dtype):
    yield call(Tensor(shape, dtype), 1, out=empty(shape, dtype))


@pytest.mark.logcumsumexp
def test_logcumsumexp():
    MatrixReduction("logcumsumexp", torch.logcumsumexp, FLOAT, along_rows).run()


@pytest.mark.logcumsumexp_out
def test_logcumsumexp_out():
    MatrixReduction("logcumsumexp_out", torch.ops.aten.logcumsumexp.out, FLOAT, along_rows_out).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.reduction import MatrixReduction


def indices_in_rows(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), integers(shape, shape[1]), 1)


@pytest.mark.cummaxmin_backward
def test_cummaxmin_backward():
    op = torch.ops.aten.cummaxmin_backward
    names = "grad input indices dim"
    MatrixReduction("cummaxmin_backward", op, FLOAT, indices_in_rows, names=names).run()

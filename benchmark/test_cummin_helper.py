# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT, INT
from .families.reduction import MatrixReduction


def into_values_and_indices(shape, dtype):
    yield call(Tensor(shape, dtype), empty(shape, dtype), empty(shape, torch.int64), 1)


@pytest.mark.cummin_helper
def test_cummin_helper():
    op = torch.ops.aten._cummin_helper
    names = "input values indices dim"
    MatrixReduction("cummin_helper", op, FLOAT + INT, into_values_and_indices, names=names).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.indexing import Indexing


def every_second_column(shape, dtype):
    m, n = shape
    yield call(Tensor(shape, dtype), Tensor((m, (n + 1) // 2), dtype), 1, 0, n, 2)


@pytest.mark.slice_scatter
def test_slice_scatter():
    op, names = torch.slice_scatter, "input src dim start end step"
    Indexing("slice_scatter", op, FLOAT, every_second_column, names=names).run()

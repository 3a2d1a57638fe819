# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.indexing import Indexing

NAMES = "input dim index src"


def twice_each_row(shape, dtype):
    m, n = shape
    yield call(Tensor(shape, dtype), -1, integers((m, 2 * n), n), Tensor((m + 16, 2 * n + 16), dtype))


@pytest.mark.scatter_add
def test_scatter_add():
    Indexing("scatter_add", torch.scatter_add, FLOAT, twice_each_row, names=NAMES).run()


@pytest.mark.scatter_add_
def test_scatter_add_inplace():
    Indexing("scatter_add_", torch.Tensor.scatter_add_, FLOAT, twice_each_row, names=NAMES).run()

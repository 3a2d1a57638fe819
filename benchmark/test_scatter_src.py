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


def once_each_row(shape, dtype):
    yield call(Tensor(shape, dtype), -1, integers(shape, shape[1]), Tensor(shape, dtype))


@pytest.mark.scatter_src
def test_scatter_src():
    Indexing("scatter_src", torch.scatter, FLOAT, twice_each_row, names=NAMES).run()


@pytest.mark.scatter_src_
def test_scatter_src_inplace():
    op = torch.Tensor.scatter_
    Indexing("scatter_src_", op, FLOAT, once_each_row, names=NAMES, inplace=True).run()

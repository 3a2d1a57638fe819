# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.indexing import Indexing


def twice_each_row(shape, dtype):
    m, n = shape
    yield call(Tensor(shape, dtype), -1, integers((m, 2 * n), n))


@pytest.mark.gather
def test_gather():
    Indexing("gather", torch.gather, FLOAT, twice_each_row, names="input dim index").run()


@pytest.mark.gather_backward
def test_gather_backward():
    dtypes = (torch.float32, torch.float16)
    Indexing(
        "gather_backward", torch.gather, dtypes, twice_each_row, names="input dim index", backward=True
    ).run()

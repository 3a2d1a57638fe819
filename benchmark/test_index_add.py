# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .families.indexing import Indexing

DTYPES = (torch.float16, torch.bfloat16, torch.float32)


def half_of_the_columns(shape, dtype):
    m, n = shape
    yield call(Tensor(shape, dtype), 1, integers((n // 2,), n), Tensor((m, n // 2), dtype))


@pytest.mark.index_add
def test_index_add():
    Indexing("index_add", torch.index_add, DTYPES, half_of_the_columns, names="input dim index source").run()


@pytest.mark.index_add_
def test_index_add_():
    op = torch.Tensor.index_add_
    Indexing(
        "index_add_", op, DTYPES, half_of_the_columns, names="input dim index source", inplace=True
    ).run()

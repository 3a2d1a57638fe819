# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.indexing import Indexing


def a_tenth_of_the_rows(shape, dtype):
    rows = shape[0]
    yield call(Tensor(shape, dtype), 0, integers((rows // 10,), rows))


@pytest.mark.index_select
def test_index_select():
    Indexing("index_select", torch.index_select, FLOAT, a_tenth_of_the_rows, names="input dim index").run()

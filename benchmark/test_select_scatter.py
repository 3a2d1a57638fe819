# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.indexing import Indexing

# The public node draws the column at random, for each dtype anew.
COLUMNS = {(64, 64): 6, (256, 256): 45, (1024, 1024): 941, (4096, 4096): 3644, (1024, 65536): 51732}


def column(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape[:1], dtype), 1, COLUMNS.get(shape, shape[1] // 2))


@pytest.mark.select_scatter
def test_select_scatter():
    Indexing("select_scatter", torch.select_scatter, FLOAT, column, names="input src dim index").run()

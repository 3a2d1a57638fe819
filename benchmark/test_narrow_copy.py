# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.indexing import Indexing


def middle_rows(shape, dtype):
    yield call(Tensor(shape, dtype), 0, shape[0] // 4, shape[0] // 2)


@pytest.mark.narrow_copy
def test_narrow_copy_perf():
    Indexing("narrow_copy", torch.narrow_copy, FLOAT, middle_rows, names="input dim start length").run()

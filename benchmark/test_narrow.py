# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.indexing import Indexing

SHAPES = [(10000, 256), (10000, 4096), (10000, 65536)]


def middle_rows(shape, dtype):
    yield call(Tensor(shape, dtype), 0, shape[0] // 4, shape[0] // 2)


@pytest.mark.narrow
def test_narrow():
    names = "input dim start length"
    Indexing("narrow", torch.narrow, FLOAT, middle_rows, shapes=SHAPES, names=names).run()

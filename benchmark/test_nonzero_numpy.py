# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import BOOL, FLOAT, INT
from .families.indexing import Indexing


def matrix(shape, dtype):
    yield call(Tensor(shape, dtype))


@pytest.mark.nonzero_numpy
def test_nonzero_numpy():
    Indexing("nonzero_numpy", torch.ops.aten.nonzero_numpy, FLOAT + INT + BOOL, matrix).run()

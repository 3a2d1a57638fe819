# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.indexing import Indexing, distinct

NAMES = "input dim index source"


def half_of_a_dimension(shape, dtype):
    dim = min(1, len(shape) - 1)
    half = list(shape)
    half[dim] = max(1, shape[dim] // 2)
    yield call(Tensor(shape, dtype), dim, distinct((half[dim],), shape[dim]), Tensor(half, dtype))


@pytest.mark.index_copy
def test_index_copy():
    op = torch.index_copy
    Indexing("index_copy", op, FLOAT, half_of_a_dimension, shapes="pointwise", names=NAMES).run()


@pytest.mark.index_copy_
def test_index_copy_():
    op = torch.Tensor.index_copy_
    Indexing("index_copy_", op, FLOAT, half_of_a_dimension, shapes="pointwise", names=NAMES).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.indexing import Indexing

SHAPES = [(1048576,), (1024, 1024), (4096, 4096), (64, 512, 512)]


def node(reduce):
    def half_of_a_dimension(shape, dtype):
        dim = min(1, len(shape) - 1)
        half = list(shape)
        half[dim] //= 2
        index = integers((half[dim],), shape[dim])
        yield call(Tensor(shape, dtype), dim, index, Tensor(half, dtype), reduce=reduce)

    op, names = torch.Tensor.index_reduce_, "input dim index source"
    return Indexing(f"index_reduce_.{reduce}", op, FLOAT, half_of_a_dimension, shapes=SHAPES, names=names)


@pytest.mark.index_reduce_
def test_index_reduce_amax():
    node("amax").run()


@pytest.mark.index_reduce_
def test_index_reduce_amin():
    node("amin").run()


@pytest.mark.index_reduce_
def test_index_reduce_mean():
    node("mean").run()


@pytest.mark.index_reduce_
def test_index_reduce_prod():
    node("prod").run()

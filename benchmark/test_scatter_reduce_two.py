# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.indexing import Indexing


def node(reduce):
    def once_each_row(shape, dtype):
        index = integers(shape, shape[1])
        yield call(Tensor(shape, dtype), -1, index, Tensor(shape, dtype), reduce=reduce)

    op, names = torch.Tensor.scatter_reduce_, "input dim index src"
    return Indexing("scatter_reduce_", op, FLOAT, once_each_row, names=names)


@pytest.mark.scatter_reduce_two_
def test_scatter_reduce_two_inplace_amax():
    node("amax").run()


@pytest.mark.scatter_reduce_two_
def test_scatter_reduce_two_inplace_amin():
    node("amin").run()


@pytest.mark.scatter_reduce_two_
def test_scatter_reduce_two_inplace_mean():
    node("mean").run()


@pytest.mark.scatter_reduce_two_
def test_scatter_reduce_two_inplace_sum():
    node("sum").run()

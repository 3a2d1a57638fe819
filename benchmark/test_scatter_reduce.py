# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.indexing import Indexing

NAMES = "input dim index src"
DTYPES = (torch.float16, torch.float32)  # of the nodes on torch.scatter


def twice_each_row(reduce):
    def inputs(shape, dtype):
        m, n = shape
        index, src = integers((m, 2 * n), n), Tensor((m + 16, 2 * n + 16), dtype)
        yield call(Tensor(shape, dtype), -1, index, src, reduce=reduce)

    return inputs


def once_each_row(reduce):
    def inputs(shape, dtype):
        index = integers(shape, shape[1])
        yield call(Tensor(shape, dtype), -1, index, Tensor(shape, dtype), reduce=reduce)

    return inputs


@pytest.mark.scatter_reduce
def test_scatter_reduce_add():
    inputs = twice_each_row("add")
    Indexing("scatter_reduce", torch.scatter, DTYPES, inputs, names=NAMES).run()


@pytest.mark.scatter_reduce_
def test_scatter_reduce_add_inplace():
    op, inputs = torch.Tensor.scatter_, once_each_row("add")
    Indexing("scatter_reduce_", op, DTYPES, inputs, names=NAMES, inplace=True).run()


@pytest.mark.scatter_reduce
def test_scatter_reduce_multiply():
    inputs = twice_each_row("multiply")
    Indexing("scatter_reduce", torch.scatter, DTYPES, inputs, names=NAMES).run()


@pytest.mark.scatter_reduce_
def test_scatter_reduce_multiply_inplace():
    op, inputs = torch.Tensor.scatter_, once_each_row("multiply")
    Indexing("scatter_reduce_", op, DTYPES, inputs, names=NAMES, inplace=True).run()


@pytest.mark.scatter_reduce_two
def test_scatter_reduce_two_amax():
    inputs = once_each_row("amax")
    Indexing("scatter_reduce.two", torch.scatter_reduce, FLOAT, inputs, names=NAMES).run()


@pytest.mark.scatter_reduce_two
def test_scatter_reduce_two_sum():
    inputs = once_each_row("sum")
    Indexing("scatter_reduce.two", torch.scatter_reduce, FLOAT, inputs, names=NAMES).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.indexing import Indexing, distinct

ONCE = [  # size of the input, sizes of the indices, size of the values
    ((268435456,), [(65536,)], (65536,)),
    ((32, 32), [(8,), (2, 8)], (8,)),
    ((1024, 1024), [(4, 64)], (1024,)),
    ((512, 512, 512), [(2, 128), (128,), (128,)], (128,)),
    ((512, 512, 512), [(2, 128)], (512,)),
]
ADDED = [
    ((268435456,), [(65536,)], (65536,)),
    ((32, 32), [(8,), (8,)], (8,)),
    ((1024, 1024), [(64,), (64,)], (64,)),
    ((512, 512, 512), [(128,), (128,), (128,)], (128,)),
    ((512, 512, 512), [(2, 128), (2, 128), (2, 128)], (2, 128)),
]
NAMES = "input indices values accumulate unsafe"


def once(shape, dtype):
    size, indices, values = shape
    places = [distinct(index, high) for index, high in zip(indices, size, strict=False)]
    yield call(Tensor(size, dtype), places, Tensor(values, dtype), False, False)


def added(shape, dtype):
    size, indices, values = shape
    places = [integers(index, high) for index, high in zip(indices, size, strict=False)]
    yield call(Tensor(size, dtype), places, Tensor(values, dtype), True, False)


@pytest.mark.index_put_impl
def test_index_put_impl_acc_false():
    op = torch._index_put_impl_
    Indexing("index_put_impl", op, FLOAT, once, shapes=ONCE, names=NAMES).run()


@pytest.mark.index_put_impl
def test_index_put_impl_acc_true():
    op, dtypes = torch._index_put_impl_, (torch.float16, torch.float32)
    Indexing("index_put_impl", op, dtypes, added, shapes=ADDED, names=NAMES).run()

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
DTYPES = (torch.float16, torch.float32)  # of the nodes that add
NAMES = "input indices values accumulate"


def once(shape, dtype):
    size, indices, values = shape
    places = [distinct(index, high) for index, high in zip(indices, size, strict=False)]
    yield call(Tensor(size, dtype), places, Tensor(values, dtype), False)


def added(shape, dtype):
    size, indices, values = shape
    places = [integers(index, high) for index, high in zip(indices, size, strict=False)]
    yield call(Tensor(size, dtype), places, Tensor(values, dtype), True)


@pytest.mark.index_put
def test_index_put_acc_false():
    Indexing("index_put", torch.index_put, FLOAT, once, shapes=ONCE, names=NAMES).run()


@pytest.mark.index_put_
def test_index_put__acc_false():
    Indexing("index_put_", torch.index_put_, FLOAT, once, shapes=ONCE, names=NAMES).run()


@pytest.mark.index_put
def test_index_put_acc_true():
    Indexing("index_put", torch.index_put, DTYPES, added, shapes=ADDED, names=NAMES).run()


@pytest.mark.index_put_
def test_index_put__acc_true():
    Indexing("index_put_", torch.index_put_, DTYPES, added, shapes=ADDED, names=NAMES).run()

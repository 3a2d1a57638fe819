# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.indexing import Indexing, distinct

SHAPES = [(65536,), (4096, 256), (4096, 4096)]
NAMES = "input dim index value"
ROWS = {(4096, 256): (8, 256, 2048), (4096, 4096): (512, 2048, 4096)}


def parts_of_each_dimension(shape, dtype):
    for dim, size in enumerate(shape):
        lengths = ROWS[shape] if dim == 0 and shape in ROWS else (size // 16, size // 2, size)
        for length in lengths:
            yield call(Tensor(shape, dtype), dim, distinct((length,), size), 3.14159)


@pytest.mark.index_fill
def test_index_fill():
    op = torch.index_fill
    Indexing("index_fill", op, FLOAT, parts_of_each_dimension, shapes=SHAPES, names=NAMES).run()


@pytest.mark.index_fill_
def test_index_fill_():
    op = torch.Tensor.index_fill_
    Indexing("index_fill_", op, FLOAT, parts_of_each_dimension, shapes=SHAPES, names=NAMES).run()

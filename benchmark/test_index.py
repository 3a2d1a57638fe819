# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.indexing import Indexing

SHAPES = [  # size of the input, sizes of the indices
    ((268435456,), [(65536,)]),
    ((32, 32), [(8,), (2, 8)]),
    ((1024, 1024), [(64,), (64,)]),
    ((512, 512, 512), [(2, 128)]),
    ((64, 64, 64), [(2, 8), (2, 8)]),
]


def leading_dimensions(shape, dtype):
    size, indices = shape
    yield call(
        Tensor(size, dtype), [integers(index, high) for index, high in zip(indices, size, strict=False)]
    )


@pytest.mark.index
def test_index_acc_perf():
    op = torch.ops.aten.index
    Indexing("index", op, FLOAT, leading_dimensions, shapes=SHAPES, names="input indices").run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.pointwise import Pointwise

SHAPES = [  # sizes of both tensors, dimension
    ((262144, 3, 4), (1, 3, 4), 1),
    ((1, 3), (131072, 3), -1),
    ((65536, 4, 3), (65536, 4, 3), -1),
    *(((count, 3), (count, 3), -1) for count in (131072, 262144, 524288, 1048576)),
]


def vectors(shape, dtype):
    first, second, dim = shape
    yield call(Tensor(first, dtype), Tensor(second, dtype), dim=dim)


def vectors_into(shape, dtype):
    first, second, dim = shape
    out = empty(torch.broadcast_shapes(first, second), dtype)
    yield call(Tensor(first, dtype), Tensor(second, dtype), dim=dim, out=out)


@pytest.mark.linalg_cross
def test_linalg_cross():
    Pointwise("linalg_cross", torch.linalg.cross, FLOAT, vectors, shapes=SHAPES).run()


@pytest.mark.linalg_cross_out
def test_linalg_cross_out():
    op = torch.ops.aten.linalg_cross.out
    Pointwise("linalg_cross_out", op, FLOAT, vectors_into, shapes=SHAPES).run()

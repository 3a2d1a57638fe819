# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import DOUBLE
from .families.linalg import Linalg

SHAPES = [
    *((side, side) for side in (16, 32, 64, 128, 256)),
    *((1024, 512), (32, 16), (16, 32), (128, 64), (64, 128)),
    *((4, 32, 32), (128, 16, 16), (1024, 512, 512)),
]


def with_pivots_and_without(shape, dtype):
    for pivot in (True, False):
        yield call(Tensor(shape, dtype), pivot=pivot)


def into_three(shape, dtype):
    *batch, rows, columns = shape
    rank = min(rows, columns)
    sizes = (*batch, rows, rows), (*batch, rows, rank), (*batch, rank, columns)
    yield call(Tensor(shape, dtype), out=tuple(empty(size, dtype) for size in sizes))


@pytest.mark.linalg_lu
def test_linalg_lu():
    # Without pivots there is none for the CPU.
    op = torch.linalg.lu
    Linalg("linalg_lu", op, DOUBLE, with_pivots_and_without, shapes=SHAPES, gpu_only=True).run()


@pytest.mark.linalg_lu_out
def test_linalg_lu_out():
    Linalg("linalg_lu_out", torch.linalg.lu, DOUBLE, into_three, shapes=SHAPES).run()

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


def into_two(shape, dtype):
    pivots = empty((*shape[:-2], min(shape[-2:])), torch.int32)
    for made in with_pivots_and_without(shape, dtype):
        yield call(*made.args, **made.kwargs, out=(empty(shape, dtype), pivots))


# Without pivots there is none for the CPU.
@pytest.mark.linalg_lu_factor
def test_linalg_lu_factor():
    op = torch.linalg.lu_factor
    Linalg("linalg_lu_factor", op, DOUBLE, with_pivots_and_without, shapes=SHAPES, gpu_only=True).run()


@pytest.mark.linalg_lu_factor_out
def test_linalg_lu_factor_out():
    op = torch.linalg.lu_factor
    Linalg("linalg_lu_factor_out", op, DOUBLE, into_two, shapes=SHAPES, gpu_only=True).run()

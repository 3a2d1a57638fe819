# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import LINALG
from .families.linalg import Linalg, cholesky_factor

# Shape of the right-hand sides: batch, side of the matrix, number of right-hand sides.
ONE_SIDE = [(side, 1) for side in (8, 16, 32, 33, 48, 63, 64, 128, 256)]
SMALL = [(16, 2), (16, 4), (32, 4)]
SIDES = [(64, sides) for sides in (4, 8, 16, 31, 32, 33, 64, 128)]
LARGE = [(128, 16), (128, 64), (256, 16), (256, 128)]
BATCHES = [(16, 16, 1), (64, 16, 1), (256, 16, 1), (16, 16, 4), (16, 32, 4), (16, 32, 8), (32, 64, 16)]
SHAPES = [*ONE_SIDE, *SMALL, *SIDES, *LARGE, *BATCHES, (8, 128, 16)]

# Shape of the right-hand sides, is the factor an upper one.
SYSTEMS = [(shape, upper) for upper in (False, True) for shape in SHAPES]
OUT_SYSTEMS = [
    ((16, 4), False),
    ((64, 1), True),
    ((64, 33), False),
    ((256, 128), True),
    ((8, 128, 16), False),
]
NAMES = "input L upper"


def factor(shape, dtype, upper):
    return cholesky_factor((*shape[:-1], shape[-2]), dtype, upper)


def system(shape, dtype):
    right, upper = shape
    yield call(Tensor(right, dtype), factor(right, dtype, upper), upper)


def system_into(shape, dtype):
    right, upper = shape
    yield call(Tensor(right, dtype), factor(right, dtype, upper), upper, out=empty(right, dtype))


@pytest.mark.cholesky_solve
def test_cholesky_solve():
    op = torch.ops.aten.cholesky_solve
    Linalg("cholesky_solve", op, LINALG, system, shapes=SYSTEMS, names=NAMES).run()


@pytest.mark.cholesky_solve_out
def test_cholesky_solve_out():
    op = torch.cholesky_solve
    Linalg("cholesky_solve_out", op, LINALG, system_into, shapes=OUT_SYSTEMS, names=NAMES).run()

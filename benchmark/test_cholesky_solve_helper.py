# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.linalg import Linalg, cholesky_factor

# Shape of the right-hand sides.
SHAPES = [(4, 1), (8, 2), (16, 4), (32, 4), (64, 8)]


def lower(shape, dtype):
    side = shape[0]
    yield call(Tensor(shape, dtype), cholesky_factor((side, side), dtype), False)


@pytest.mark.cholesky_solve_helper
def test_cholesky_solve_helper():
    op = torch.ops.aten._cholesky_solve_helper
    dtypes = (torch.float32,)
    Linalg("cholesky_solve_helper", op, dtypes, lower, shapes=SHAPES, names="input A upper").run()

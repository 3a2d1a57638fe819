# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import LINALG
from .families.linalg import Linalg, cholesky_factor

SHAPES = [*((side, side) for side in (4, 8, 16, 32, 64, 128)), (32, 7)]  # side, right-hand sides


def factored(shape, dtype):
    # A triangle holds both factors, the diagonal one in the place of the ones. No row changes place: LAPACK
    # counts from one.
    side, _ = shape
    pivots = Tensor((side,), torch.int32, "arange", low=1)
    yield call(cholesky_factor((side, side), dtype), pivots, Tensor(shape, dtype))


@pytest.mark.linalg_ldl_solve
def test_linalg_ldl_solve():
    op, names = torch.linalg.ldl_solve, "LD pivots B"
    Linalg("linalg_ldl_solve", op, LINALG, factored, shapes=SHAPES, names=names).run()

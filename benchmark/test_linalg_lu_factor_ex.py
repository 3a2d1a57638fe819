# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import DOUBLE
from .families.linalg import Linalg

SHAPES = [
    (16, 16),
    (32, 32),
    (64, 64),
    (128, 128),
    (256, 256),
    (1024, 512),
    (32, 16),
    (16, 32),
    (128, 64),
    (64, 128),
    (4, 32, 32),
    (128, 16, 16),
    (1024, 512, 512),
]


def with_and_without_pivots(shape, dtype):
    for pivot, check_errors in ((True, False), (True, True), (False, False)):
        yield call(Tensor(shape, dtype), pivot=pivot, check_errors=check_errors)


def into(shape, dtype):
    *batch, m, n = shape
    pivots = empty((*batch, min(m, n)), torch.int32)
    yield call(Tensor(shape, dtype), out=(empty(shape, dtype), pivots, empty(batch, torch.int32)))


@pytest.mark.linalg_lu_factor_ex
def test_linalg_lu_factor_ex():
    op = torch.linalg.lu_factor_ex
    Linalg("linalg_lu_factor_ex", op, DOUBLE, with_and_without_pivots, shapes=SHAPES).run()


@pytest.mark.linalg_lu_factor_ex_out
def test_linalg_lu_factor_ex_out():
    Linalg("linalg_lu_factor_ex_out", torch.linalg.lu_factor_ex, DOUBLE, into, shapes=SHAPES).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.reduction import MatrixReduction

DTYPES = (*FLOAT, torch.int8, torch.int16, torch.int32, torch.uint8)
MATRICES = [(64, 64), (1024, 1024), (256, 4096), (16, 131072)]
SHAPES = [(64,), *MATRICES]


def whole(shape, dtype):
    yield call(Tensor(shape, dtype))


def whole_into(shape, dtype):
    yield call(Tensor(shape, dtype), out=empty((), dtype))


def last(shape, dtype):
    yield call(Tensor(shape, dtype), dim=-1)


def last_into(shape, dtype):
    rows = shape[:-1]
    yield call(Tensor(shape, dtype), dim=-1, out=(empty(rows, dtype), empty(rows, torch.int64)))


@pytest.mark.nanmedian
def test_nanmedian():
    MatrixReduction("nanmedian", torch.nanmedian, DTYPES, whole, shapes=SHAPES).run()


@pytest.mark.nanmedian_dim
def test_nanmedian_dim():
    MatrixReduction("nanmedian_dim", torch.nanmedian, DTYPES, last, shapes=MATRICES).run()


@pytest.mark.nanmedian_dim_values
def test_nanmedian_dim_values():
    MatrixReduction("nanmedian_dim_values", torch.nanmedian, DTYPES, last_into, shapes=MATRICES).run()


@pytest.mark.nanmedian_out
def test_nanmedian_out():
    op = torch.ops.aten.nanmedian.out
    MatrixReduction("nanmedian_out", op, DTYPES, whole_into, shapes=SHAPES).run()

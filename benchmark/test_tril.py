# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.pointwise import Pointwise

# Those of its table and some batches of small matrices.
SHAPES = [
    (64, 64),
    (1024, 1024),
    (4096, 4096),
    (64, 512, 512),
    (1024, 1024, 1024),
    (1024, 16, 16),
    (512, 32, 32),
    (128, 64, 64),
]


def plain(shape, dtype):
    yield call(Tensor(shape, dtype))


def out_by_columns(shape, dtype):
    yield call(Tensor(shape, dtype), 0, out=empty(shape, dtype, layout="transposed"))


def out_by_every_second_row(shape, dtype):
    yield call(Tensor(shape, dtype), 0, out=empty(shape, dtype, layout="every_second_row"))


def diagonals(shape, dtype):
    n = shape[-1]
    for diagonal in (-n, -(n // 2), -1, 0, 1, n // 2, n):
        yield call(Tensor(shape, dtype), diagonal)


@pytest.mark.tril
def test_tril():
    Pointwise("tril", torch.tril, FLOAT, plain, shapes=SHAPES).run()


@pytest.mark.tril
def test_tril_extreme_diagonal():
    Pointwise("tril", torch.tril, FLOAT, diagonals, shapes=SHAPES, names="input diagonal").run()


@pytest.mark.tril_
def test_tril_inplace():
    Pointwise("tril_", torch.Tensor.tril_, FLOAT, plain, shapes="not_1d", inplace=True).run()


@pytest.mark.tril
@pytest.mark.tril_out
def test_tril_out_transposed():
    Pointwise("tril_out", torch.tril, FLOAT, out_by_columns, shapes="not_1d", names="input diagonal").run()


@pytest.mark.tril
@pytest.mark.tril_out
def test_tril_out_sliced():
    inputs, names = out_by_every_second_row, "input diagonal"
    Pointwise("tril_out", torch.tril, FLOAT, inputs, shapes="not_1d", names=names).run()

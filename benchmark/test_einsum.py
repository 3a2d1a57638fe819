# SPDX-License-Identifier: Apache-2.0
import functools

import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import Blas, MatrixVector, bmm, mm

PRODUCTS = [(1, 512, 512, 512), (1, 1024, 1024, 1024), (16, 512, 512, 512)]
SQUARES = [(1024, 1024), (4096, 4096)]
CUBES = [(64, 64, 64), (128, 128, 128)]


def einsum(equation):
    return functools.partial(torch.einsum, equation)


def one(shape, dtype):
    yield call(Tensor(shape, dtype))


def two_vectors(shape, dtype):
    yield call(Tensor(shape[:1], dtype), Tensor(shape[-1:], dtype))


def batches(shape, dtype):
    *batch, m, k, n = shape
    yield call(Tensor((*batch, m, k), dtype), Tensor((*batch, k, n), dtype))


@pytest.mark.einsum
def test_einsum_matmul():
    Blas("einsum", einsum("ij,jk->ik"), FLOAT, mm, shapes=PRODUCTS).run()


@pytest.mark.einsum
def test_einsum_bmm():
    Blas("einsum", einsum("bij,bjk->bik"), FLOAT, bmm, shapes=PRODUCTS).run()


@pytest.mark.einsum
def test_einsum_outer():
    MatrixVector("einsum", einsum("i,j->ij"), FLOAT, two_vectors, shapes=SQUARES).run()


@pytest.mark.einsum
def test_einsum_dot():
    lengths = [(1024,), (4096,), (65536,)]
    MatrixVector("einsum", einsum("i,i->"), FLOAT, two_vectors, shapes=lengths).run()


@pytest.mark.einsum
def test_einsum_trace():
    MatrixVector("einsum", einsum("ii->"), FLOAT, one, shapes=SQUARES).run()


@pytest.mark.einsum
def test_einsum_diagonal():
    MatrixVector("einsum", einsum("ii->i"), FLOAT, one, shapes=SQUARES).run()


@pytest.mark.einsum
def test_einsum_transpose():
    MatrixVector("einsum", einsum("ij->ji"), FLOAT, one, shapes=SQUARES).run()


@pytest.mark.einsum
def test_einsum_sum_all():
    MatrixVector("einsum", einsum("ijk->"), FLOAT, one, shapes=CUBES).run()


@pytest.mark.einsum
def test_einsum_sum_dim():
    MatrixVector("einsum", einsum("ijk->j"), FLOAT, one, shapes=CUBES).run()


@pytest.mark.einsum
def test_einsum_ellipsis():
    shapes = [(2, 4, 64, 64, 128), (2, 8, 128, 128, 256)]
    MatrixVector("einsum", einsum("...ij,...jk->...ik"), FLOAT, batches, shapes=shapes).run()

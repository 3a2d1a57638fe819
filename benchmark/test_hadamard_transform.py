# SPDX-License-Identifier: Apache-2.0
import functools

import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import MatrixVector

SHAPES = [
    *((1024, columns) for columns in (256, 512, 1024, 4096)),
    *((8192, columns) for columns in (256, 512, 1024, 4096, 16384)),
    *((32768, columns) for columns in (256, 512, 1024, 4096)),
]


def by_matrix(x):
    columns = x.shape[-1]
    if columns & (columns - 1):
        raise ValueError(f"rows of {columns}, which is no power of two")
    pair = torch.tensor([[1, 1], [1, -1]], dtype=x.dtype, device=x.device)
    return x @ functools.reduce(torch.kron, [pair] * (columns.bit_length() - 1))


def rows(shape, dtype):
    yield call(Tensor(shape, dtype))


@pytest.mark.hadamard_transform
def test_hadamard_transform():
    MatrixVector("hadamard_transform", by_matrix, FLOAT, rows, shapes=SHAPES).run()

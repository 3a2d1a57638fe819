# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import Blas, MatrixVector, mm, mm_out

SELF_TRANSPOSE = [
    (257, 96),
    (384, 384),
    (1536, 320),
    (3072, 768),
    (1024, 1024),
    (4096, 1024),
    (5333, 71),
    (8192, 2048),
    (10240, 4096),
]


@pytest.mark.mm
def test_mm():
    Blas("mm", torch.Tensor.mm, FLOAT, mm).run()


@pytest.mark.mm_out
def test_mm_out():
    Blas("mm_out", torch.mm, FLOAT, mm_out).run()


def by_columns(shape, dtype):
    yield call(Tensor(shape, dtype, layout="transposed"))


@pytest.mark.mm
def test_mm_self_transpose_benchmark():
    gram = lambda x: torch.mm(x, x.T)  # noqa: E731 - as short as the operator itself
    MatrixVector("mm_self_transpose", gram, FLOAT, by_columns, shapes=SELF_TRANSPOSE).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import HALF
from .families.blas import MatrixVector

SIZES = [  # m, n, k
    (1, 4096, 4096),
    (1, 4096, 11008),
    (1, 11008, 4096),
    (1, 8192, 8192),
    (1, 8192, 28672),
    (1, 28672, 8192),
    *((m, n, k) for m in (4, 16, 32, 64, 128) for n, k in ((4096, 4096), (4096, 11008), (11008, 4096))),
]
NAMES = "input mat2 scales"


def product(x, weight, scales):
    return (x @ weight.to(x.dtype).T) * scales


def scaled_columns(shape, dtype):
    m, n, k = shape
    yield call(Tensor((m, k), dtype), Tensor((n, k), torch.int8), Tensor((n,), dtype))


@pytest.mark.weight_int8pack_mm
def test_weight_int8pack_mm():
    MatrixVector("weight_int8pack_mm", product, HALF, scaled_columns, shapes=SIZES, names=NAMES).run()

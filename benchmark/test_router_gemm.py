# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.blas import MatrixVector

SIZES = [  # tokens, experts, features
    *((tokens, 8, 4096) for tokens in (1, 16, 64, 256, 1024, 4096)),
    *((tokens, 64, 7168) for tokens in (64, 256)),
    *((tokens, 128, 7168) for tokens in (1024, 4096)),
]


def scores(x, weight):
    return (x @ weight.T).float()


def tokens_and_experts(shape, dtype):
    m, n, k = shape
    yield call(Tensor((m, k), dtype), Tensor((n, k), dtype))


@pytest.mark.router_gemm
def test_perf_router_gemm():
    dtypes, names = (torch.bfloat16,), "input weight"
    MatrixVector("router_gemm", scores, dtypes, tokens_and_experts, shapes=SIZES, names=names).run()

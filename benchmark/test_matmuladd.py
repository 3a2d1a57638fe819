# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import Blas, mm


def matmul_bias(x, weight, bias):
    return torch.matmul(x, weight) + bias


def with_bias(b, m, n, k, dtype, right):
    return call(*mm(b, m, n, k, dtype, right).args, Tensor((n,), dtype))


@pytest.mark.matmuladd
def test_matmuladd():
    Blas("matmuladd", matmul_bias, FLOAT, with_bias).run()

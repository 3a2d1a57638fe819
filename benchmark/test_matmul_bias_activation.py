# SPDX-License-Identifier: Apache-2.0
import pytest

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import Blas, mm


def matmul_bias_relu(x, weight, bias):
    return (x @ weight + bias).relu()


def with_bias(b, m, n, k, dtype, right):
    return call(*mm(b, m, n, k, dtype, right).args, Tensor((n,), dtype))


@pytest.mark.matmul_bias_activation
def test_matmul_bias_activation():
    Blas("matmul_bias_activation", matmul_bias_relu, FLOAT, with_bias).run()

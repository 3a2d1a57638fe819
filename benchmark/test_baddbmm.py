# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.blas import Blas


def with_graph(b, m, n, k, dtype, right):
    bias = Tensor((b, m, n), dtype, requires_grad=True)
    left = Tensor((b, m, k), dtype, requires_grad=True)
    return call(bias, left, Tensor((b, k, n), dtype, layout=right, requires_grad=True))


def into(b, m, n, k, dtype, right):
    bias, left = Tensor((b, m, n), dtype), Tensor((b, m, k), dtype)
    return call(bias, left, Tensor((b, k, n), dtype, layout=right), out=empty((b, m, n), dtype))


@pytest.mark.baddbmm
def test_baddbmm():
    Blas("baddbmm", torch.baddbmm, FLOAT, with_graph).run()


@pytest.mark.baddbmm_out
def test_baddbmm_out():
    Blas("baddbmm_out", torch.ops.aten.baddbmm.out, FLOAT, into).run()

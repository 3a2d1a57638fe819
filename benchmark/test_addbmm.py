# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import Blas


def addbmm(b, m, n, k, dtype, right):
    bias = Tensor((m, n), dtype, requires_grad=True)
    left = Tensor((b, m, k), dtype, requires_grad=True)
    return call(bias, left, Tensor((b, k, n), dtype, layout=right, requires_grad=True))


@pytest.mark.addbmm
def test_addbmm():
    Blas("addbmm", torch.addbmm, FLOAT, addbmm).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import Blas


def addbmm(b, m, n, k, dtype, right):
    # A leaf that requires a gradient may not be written to.
    left = Tensor((b, m, k), dtype, requires_grad=True)
    return call(Tensor((m, n), dtype), left, Tensor((b, k, n), dtype, layout=right, requires_grad=True))


@pytest.mark.addbmm_
def test_addbmm_():
    Blas("addbmm_", torch.Tensor.addbmm_, FLOAT, addbmm).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import Blas


def baddbmm(b, m, n, k, dtype, right):
    bias, left = Tensor((b, m, n), dtype), Tensor((b, m, k), dtype)
    return call(bias, left, Tensor((b, k, n), dtype, layout=right))


@pytest.mark.baddbmm_
def test_baddbmm_():
    Blas("baddbmm_", torch.Tensor.baddbmm_, FLOAT, baddbmm).run()

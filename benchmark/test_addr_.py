# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import Blas


def outer(b, m, n, k, dtype, right):
    return call(Tensor((b, m), dtype), Tensor((b,), dtype), Tensor((m,), dtype), alpha=0.5, beta=0.5)


@pytest.mark.addr_
def test_addr_():
    Blas("addr_", torch.Tensor.addr_, FLOAT, outer).run()

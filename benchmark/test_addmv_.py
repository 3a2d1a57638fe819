# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import MatrixVector


def plain(shape, dtype):
    m, n = shape
    yield call(Tensor((m,), dtype), Tensor((m, n), dtype), Tensor((n,), dtype))


@pytest.mark.addmv_
def test_addmv_():
    MatrixVector("addmv_", torch.Tensor.addmv_, FLOAT, plain, names="input mat vec").run()

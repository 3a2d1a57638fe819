# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import MatrixVector


def matrix_and_vector(shape, dtype):
    m, n = shape
    yield call(Tensor((m, n), dtype), Tensor((n,), dtype))


@pytest.mark.mv
def test_mv():
    MatrixVector("mv", torch.Tensor.mv, FLOAT, matrix_and_vector, names="input vec").run()

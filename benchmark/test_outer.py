# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import MatrixVector


def two_vectors(shape, dtype):
    yield call(Tensor(shape[:1], dtype), Tensor(shape[1:], dtype))


@pytest.mark.outer
def test_outer():
    MatrixVector("outer", torch.Tensor.outer, FLOAT, two_vectors, names="input vec2").run()

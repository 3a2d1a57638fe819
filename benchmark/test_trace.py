# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT, INT
from .families.reduction import MatrixReduction


def matrix(shape, dtype):
    yield call(Tensor(shape, dtype))


@pytest.mark.trace
def test_trace():
    MatrixReduction("trace", torch.trace, FLOAT + INT, matrix).run()

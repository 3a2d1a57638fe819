# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.indexing import Indexing


def alone(shape, dtype):
    yield call(Tensor(shape, dtype))


@pytest.mark.diagonal_backward
def test_diagonal_backward():
    op = torch.diagonal
    Indexing("diagonal_backward", op, FLOAT, alone, shapes="not_1d", backward=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.joining import Joining

SHAPES = [(2, 3), (4, 8), (16, 32), (4, 8, 16), (32, 64, 128), (2, 4, 8, 16)]


def rows(shape, dtype):
    yield call(Tensor(shape, dtype), 0)


@pytest.mark.unbind_copy
def test_unbind_copy():
    Joining("unbind_copy", torch.unbind_copy, FLOAT, rows, shapes=SHAPES, names="input dim").run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Binary, Pointwise


def each_of_four_numbers(shape, dtype):
    for number in (0, 1.0, -1.0, 0.5):
        yield call(Tensor(shape, dtype), number)


@pytest.mark.less
def test_less():
    Binary("less", torch.less, FLOAT).run()


@pytest.mark.less_scalar
def test_less_scalar():
    Pointwise("less_scalar", torch.less, FLOAT, each_of_four_numbers).run()

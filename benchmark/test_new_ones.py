# SPDX-License-Identifier: Apache-2.0
import pytest

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.creation import Creation


def new_ones(tensor, size):
    return tensor.new_ones(size)


def same_size(shape, dtype):
    yield call(tensor=Tensor(shape, dtype), size=shape)


@pytest.mark.new_ones
def test_new_ones():
    Creation("new_ones", new_ones, FLOAT, same_size).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import INT
from .families.pointwise import Pointwise


def within_the_width(shape, dtype):
    yield call(Tensor(shape, dtype), integers(shape, 8 * dtype.itemsize, dtype=dtype))


@pytest.mark.lshift
def test_lshift():
    Pointwise("lshift", torch.bitwise_left_shift, INT, within_the_width).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import INT
from .families.pointwise import Pointwise


def within_the_width(shape, dtype):
    yield call(Tensor(shape, dtype), integers(shape, 8 * dtype.itemsize, dtype=dtype))


@pytest.mark.bitwise_left_shift_
def test_bitwise_left_shift_():
    op = torch.Tensor.bitwise_left_shift_
    Pointwise("bitwise_left_shift_", op, INT, within_the_width, inplace=True).run()

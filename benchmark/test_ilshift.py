# SPDX-License-Identifier: Apache-2.0
import operator

import pytest

from .cases import Tensor, call, integers
from .dtypes import INT
from .families.pointwise import Pointwise


def within_the_width(shape, dtype):
    yield call(Tensor(shape, dtype), integers(shape, 8 * dtype.itemsize, dtype=dtype))


@pytest.mark.ilshift
def test_ilshift():
    Pointwise("ilshift", operator.ilshift, INT, within_the_width, inplace=True).run()

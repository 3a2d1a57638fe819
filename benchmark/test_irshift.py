# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import INT
from .families.pointwise import Pointwise


def within_the_width(shape, dtype):
    yield call(Tensor(shape, dtype), integers(shape, 8 * dtype.itemsize, dtype=dtype))


@pytest.mark.irshift__
def test_irshift__():
    Pointwise("irshift__", torch.ops.aten.__irshift__, INT, within_the_width).run()

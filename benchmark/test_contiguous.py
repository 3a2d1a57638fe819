# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT, INT
from .families.pointwise import Pointwise


def every_second_row(shape, dtype):
    yield call(Tensor((shape[0] // 2, *shape[1:]), dtype, layout="every_second_row"))


@pytest.mark.contiguous
def test_contiguous():
    Pointwise("contiguous", torch.Tensor.contiguous, FLOAT + INT, every_second_row).run()

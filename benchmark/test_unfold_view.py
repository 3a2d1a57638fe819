# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def fours(shape, dtype):
    yield call(Tensor(shape, dtype), dimension=0, size=4, step=2)


@pytest.mark.unfold
def test_unfold_view():
    Pointwise("unfold", torch.Tensor.unfold, FLOAT, fours).run()

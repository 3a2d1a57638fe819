# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def whole(shape, dtype):
    yield call(Tensor(shape, dtype), start_dim=0, end_dim=-1)


@pytest.mark.flatten
def test_flatten():
    Pointwise("flatten.using_ints", torch.flatten, FLOAT, whole).run()

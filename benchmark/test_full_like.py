# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def like(shape, dtype):
    yield call(input=Tensor(shape, dtype), fill_value=3.1415926)


@pytest.mark.full_like
def test_full_like():
    Pointwise("full_like", torch.full_like, FLOAT, like).run()

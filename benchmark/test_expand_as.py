# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def along_the_first(shape, dtype):
    yield call(Tensor((1, *shape[1:]), dtype), other=Tensor(shape, dtype))


@pytest.mark.expand_as
def test_expand_as():
    Pointwise("expand_as", torch.Tensor.expand_as, FLOAT, along_the_first).run()

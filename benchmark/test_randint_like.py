# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def below_ten(shape, dtype):
    yield call(input=Tensor(shape, dtype), high=10)


@pytest.mark.randint_like
def test_randint_like():
    Pointwise("randint_like", torch.randint_like, FLOAT, below_ten).run()

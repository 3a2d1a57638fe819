# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import Reduction


def whole_and_ends(shape, dtype):
    yield call(Tensor(shape, dtype))
    yield call(Tensor(shape, dtype), dim=-1)
    if len(shape) > 1:
        yield call(Tensor(shape, dtype), dim=0)


@pytest.mark.aminmax
def test_aminmax():
    Reduction("aminmax", torch.aminmax, FLOAT, whole_and_ends).run()

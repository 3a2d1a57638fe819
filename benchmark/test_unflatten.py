# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def first_dimension(shape, dtype):
    for outer in (2, 4, 8, 16):
        yield call(Tensor(shape, dtype), dim=0, sizes=[outer, shape[0] // outer])


@pytest.mark.unflatten
def test_unflatten():
    Pointwise("unflatten", torch.unflatten, FLOAT, first_dimension).run()

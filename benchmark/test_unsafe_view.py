# SPDX-License-Identifier: Apache-2.0
import math

import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

SHAPES = [(1024, 1024), (2048, 2048), (4096, 4096), (8192, 8192)]


def flat(shape, dtype):
    yield call(Tensor(shape, dtype), [math.prod(shape)])


@pytest.mark.unsafe_view
def test_unsafe_view():
    op, names = torch.ops.aten._unsafe_view, "input size"
    Pointwise("unsafe_view", op, FLOAT, flat, shapes=SHAPES, names=names).run()

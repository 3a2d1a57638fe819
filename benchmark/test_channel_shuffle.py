# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

# Shape, groups.
SHAPES = [((1, 4, 2, 2), 2), ((2, 8, 4, 4), 4), ((4, 16, 8, 8), 4)]


def grouped(shape, dtype):
    images, groups = shape
    yield call(Tensor(images, dtype), groups)


@pytest.mark.channel_shuffle
def test_channel_shuffle():
    op = torch.ops.aten.channel_shuffle
    Pointwise("channel_shuffle", op, FLOAT, grouped, shapes=SHAPES, names="input groups").run()

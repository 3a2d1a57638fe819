# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.joining import Joining

SHAPES = [(536870912,), (64, 64), (4096, 4096), (64, 512, 512), (512, 512, 512)]


def twice(shape, dtype):
    yield call(Tensor(shape, dtype), dims=[2] + [1] * (len(shape) - 1))


@pytest.mark.tile
def test_tile():
    Joining("tile", torch.tile, FLOAT, twice, shapes=SHAPES, names="input").run()

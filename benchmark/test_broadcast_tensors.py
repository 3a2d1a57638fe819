# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

SHAPES = [(64, 64), (256, 256), (4096, 4096), (64, 512, 512), (1024, 1024, 1024)]


def row_and_column(shape, dtype):
    yield call(Tensor((1, *shape[1:]), dtype), Tensor((shape[0], 1, *shape[2:]), dtype))


@pytest.mark.broadcast_tensors
def test_broadcast_tensors():
    Pointwise("broadcast_tensors", torch.broadcast_tensors, FLOAT, row_and_column, shapes=SHAPES).run()

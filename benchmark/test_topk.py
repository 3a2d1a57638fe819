# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import MatrixReduction

SHAPES = [  # size of the input, how many of a row
    ((64, 64), 5),
    ((4096, 4096), 5),
    ((10000, 256), 5),
    ((10000, 65536), 5),
    ((4, 128), 5),
    ((8, 256), 5),
    ((64, 128), 8),
    ((64, 1024), 32),
    ((64, 8192), 128),
    ((128, 32768), 256),
    ((4, 128, 64), 5),
    ((4, 128, 64), 64),
    ((8, 512, 32), 32),
    ((16, 1024, 256), 256),
]


def largest(shape, dtype):
    size, k = shape
    yield call(x=Tensor(size, dtype), k=k, dim=-1)


@pytest.mark.topk
def test_topk():
    MatrixReduction("topk", torch.topk, FLOAT, largest, shapes=SHAPES).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT, INT
from .families.reduction import MatrixReduction

SHAPES = [(2,), (64,), (65,), (128,), (256,), (257,), (1024,), (4096,), (4, 8, 16, 8)]

# Shape of the input, dimension, is the dimension kept.
REDUCED = [
    ((1536, 640), 1, True),
    ((144, 8192), 0, False),
    ((768, 1536), 1, False),
    ((32, 384, 128), 0, True),
    ((32, 384, 128), 1, False),
    ((640, 1536), 0, False),
    ((8, 64, 384, 64), 2, False),
]


def whole(shape, dtype):
    yield call(Tensor(shape, dtype))


def along(shape, dtype):
    sizes, dim, keepdim = shape
    yield call(Tensor(sizes, dtype), dim, keepdim=keepdim)


@pytest.mark.median
def test_median():
    MatrixReduction("median", torch.median, FLOAT + INT, whole, shapes=SHAPES).run()


@pytest.mark.median
def test_median_dim():
    MatrixReduction("median_dim", torch.median, FLOAT + INT, along, shapes=REDUCED).run()

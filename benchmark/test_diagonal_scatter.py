# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.indexing import Indexing

SHAPES = [
    (64, 64),
    (128, 128),
    (256, 256),
    (512, 512),
    (1024, 1024),
    (64, 128),
    (128, 256),
    (256, 512),
    (32, 64, 64),
    (64, 128, 128),
    (16, 32, 32, 32),
]


def into_the_middle(shape, dtype):
    diagonal = (*shape[:-2], min(shape[-2:]))
    yield call(Tensor(shape, dtype), Tensor(diagonal, dtype), 0, -2, -1)


@pytest.mark.diagonal_scatter
def test_diagonal_scatter():
    op = torch.diagonal_scatter
    names = "input src offset dim1 dim2"
    Indexing("diagonal_scatter", op, FLOAT, into_the_middle, shapes=SHAPES, names=names).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.indexing import Indexing

SHAPES = [
    (16, 32, 64),
    (32, 64, 128),
    (64, 128, 256),
    (128, 256, 512),
    (256, 512, 1024),
    (16, 16, 16),
    (32, 32, 32),
]


def of_the_last_two(shape, dtype):
    yield call(Tensor(shape, dtype), 0, 1, 2)


@pytest.mark.diagonal_copy
def test_diagonal_copy():
    op = torch.diagonal_copy
    names = "input offset dim1 dim2"
    Indexing("diagonal_copy", op, FLOAT, of_the_last_two, shapes=SHAPES, names=names).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.padding import Padding

# The public node draws the padding at random, for each dtype anew.
SHAPES = [
    ((1, 3, 16, 256, 256), (2, 2, 2, 2, 2, 2)),
    ((4, 16, 32, 64, 64), (3, 3, 3, 3, 3, 3)),
    ((8, 64, 8, 32, 32), (1, 1, 1, 1, 1, 1)),
    ((2, 32, 16, 128, 128), (2, 2, 2, 2, 2, 2)),
    ((1, 1, 64, 128, 128), (1, 1, 1, 1, 1, 1)),
]


def pad(input, padding):
    return torch.nn.functional.pad(input, padding, mode="replicate")


def by_keyword(shape, dtype):
    size, padding = shape
    yield call(Tensor(size, dtype), padding=padding)


@pytest.mark.replication_pad3d
def test_replication_pad3d():
    Padding("replication_pad3d", pad, FLOAT, by_keyword, shapes=SHAPES).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.joining import Joining

# Number of blocks, side of a block.
BLOCKS = [(4, 64), (8, 128), (16, 64), (4, 256), (8, 256)]


def block_diag(tensors):
    return torch.block_diag(*tensors)


def squares(shape, dtype):
    count, side = shape
    yield call([Tensor((side, side), dtype)] * count)


@pytest.mark.block_diag
def test_block_diag():
    Joining("block_diag", block_diag, FLOAT, squares, shapes=BLOCKS).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.padding import PaddingBackward

SIZES = [
    *((1, 3, side, side) for side in (256, 640, 1024)),
    *((1, 64, side, side) for side in (128, 256, 512)),
    (1, 128, 64, 64),
    (1, 256, 32, 32),
    (4, 8, 256, 256),
    (8, 64, 128, 128),
    (8, 128, 1024, 1024),
    (3, 128, 128),
    (1, 32, 1, 128),
]
PADDINGS = [(1, 1, 1, 1), (1, 2, 3, 4), (3, 0, 0, 3), (2, 2, 2, 2)]
SHAPES = [(size, padding) for size in SIZES for padding in PADDINGS]


@pytest.mark.replication_pad2d_backward
def test_replication_pad2d_backward():
    op = torch.ops.aten.replication_pad2d_backward
    PaddingBackward("replication_pad2d_backward", op, FLOAT, shapes=SHAPES).run()

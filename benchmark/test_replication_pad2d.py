# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.padding import Padding, PaddingOut

SHAPES = [
    ((2, 3, 8, 8), (1, 1, 2, 2)),
    ((4, 8, 64, 64), (2, 2, 2, 2)),
    ((16, 32, 56, 56), (2, 2, 2, 2)),
    ((32, 64, 28, 28), (3, 3, 3, 3)),
    ((64, 128, 14, 14), (1, 2, 3, 4)),
]


@pytest.mark.replication_pad2d
def test_replication_pad2d():
    Padding("replication_pad2d", torch.ops.aten.replication_pad2d, FLOAT, shapes=SHAPES).run()


@pytest.mark.replication_pad2d_out
def test_replication_pad2d_out():
    PaddingOut("replication_pad2d_out", torch.ops.aten.replication_pad2d.out, FLOAT, shapes=SHAPES).run()

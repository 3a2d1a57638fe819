# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.padding import PaddingBackward

SHAPES = [
    ((2, 3, 8, 16, 16), (1, 1, 1, 1, 1, 1)),
    ((2, 8, 16, 32, 32), (2, 1, 1, 2, 3, 1)),
    ((1, 16, 32, 32, 32), (1, 1, 1, 1, 1, 1)),
]


@pytest.mark.replication_pad3d_backward
def test_replication_pad3d_backward():
    op = torch.ops.aten.replication_pad3d_backward
    PaddingBackward("replication_pad3d_backward", op, FLOAT, shapes=SHAPES).run()

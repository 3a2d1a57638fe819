# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.padding import Padding, PaddingOut

SHAPES = [
    ((2, 4, 8, 16, 16), (1, 1, 1, 1, 1, 1)),
    ((1, 3, 16, 32, 32), (2, 3, 2, 3, 1, 1)),
    ((2, 4, 16, 32, 64), (1, 1, 2, 2, 2, 2)),
    ((1, 1, 32, 64, 128), (0, 4, 0, 4, 0, 4)),
]


@pytest.mark.reflection_pad3d
def test_reflection_pad3d():
    Padding("reflection_pad3d", torch.ops.aten.reflection_pad3d, FLOAT, shapes=SHAPES).run()


@pytest.mark.reflection_pad3d_out
def test_reflection_pad3d_out():
    PaddingOut("reflection_pad3d_out", torch.ops.aten.reflection_pad3d.out, FLOAT, shapes=SHAPES).run()

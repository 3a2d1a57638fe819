# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.padding import Padding, PaddingOut

SHAPES = [
    ((3, 33, 33), (1, 1, 1, 1)),
    ((2, 4, 32, 64), (2, 3, 2, 3)),
    ((8, 16, 64, 64), (3, 5, 3, 5)),
    ((32, 64, 128, 256), (0, 4, 0, 4)),
    ((16, 32, 64, 128), (1, 1, 1, 1)),
]


@pytest.mark.reflection_pad2d
def test_reflection_pad2d():
    Padding("reflection_pad2d", torch.ops.aten.reflection_pad2d, FLOAT, shapes=SHAPES).run()


@pytest.mark.reflection_pad2d_out
def test_reflection_pad2d_out():
    PaddingOut("reflection_pad2d_out", torch.ops.aten.reflection_pad2d.out, FLOAT, shapes=SHAPES).run()

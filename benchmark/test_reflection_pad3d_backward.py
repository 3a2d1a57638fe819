# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.padding import PaddingBackward

SIZES = [(1, 1, 4, 4, 4), (2, 3, 8, 8, 8), (1, 1, 16, 16, 16), (2, 4, 8, 16, 32)]
PADDINGS = [(1, 1, 1, 1, 1, 1), (2, 2, 2, 2, 2, 2), (1, 2, 1, 2, 1, 2)]
SHAPES = [(size, padding) for size in SIZES for padding in PADDINGS]


@pytest.mark.reflection_pad3d_backward
def test_reflection_pad3d_backward():
    op = torch.ops.aten.reflection_pad3d_backward
    PaddingBackward("reflection_pad3d_backward", op, FLOAT, shapes=SHAPES).run()

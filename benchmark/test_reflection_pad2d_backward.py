# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.padding import PaddingBackward

SIZES = [(4, 3, 224, 224), (16, 64, 56, 56), (32, 128, 28, 28), (64, 256, 14, 14), (128, 512, 7, 7)]
SHAPES = [(size, (2, 2, 2, 2)) for size in SIZES]


@pytest.mark.reflection_pad2d_backward
def test_reflection_pad2d_backward():
    op = torch.ops.aten.reflection_pad2d_backward
    PaddingBackward("reflection_pad2d_backward", op, FLOAT, shapes=SHAPES).run()

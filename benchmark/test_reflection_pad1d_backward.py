# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.padding import PaddingBackward

SHAPES = [(size, (1, 2)) for size in ((2, 3), (4, 8), (8, 16), (1, 32), (4, 64), (8, 128))]


@pytest.mark.reflection_pad1d_backward
def test_reflection_pad1d_backward():
    op = torch.ops.aten.reflection_pad1d_backward
    PaddingBackward("reflection_pad1d_backward", op, FLOAT, shapes=SHAPES).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.padding import Padding, PaddingOut

SHAPES = [((3, 33), (1, 1)), ((2, 4, 64), (3, 5)), ((8, 16, 256), (8, 8)), ((32, 64, 2048), (3, 5))]


@pytest.mark.reflection_pad1d
def test_reflection_pad1d():
    Padding("reflection_pad1d", torch.ops.aten.reflection_pad1d, FLOAT, shapes=SHAPES).run()


@pytest.mark.reflection_pad1d_out
def test_reflection_pad1d_out():
    PaddingOut("reflection_pad1d_out", torch.ops.aten.reflection_pad1d.out, FLOAT, shapes=SHAPES).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.upsampling import Upsampling, doubled

SHAPES = [(2, 3, 8, 16, 16), (1, 1, 4, 32, 32), (2, 3, 8, 32, 32)]
NAMES = "input output_size scales_d scales_h scales_w"


@pytest.mark.upsample_nearest_exact3d
def test_upsample_nearest_exact3d():
    name, op = "_upsample_nearest_exact3d", torch.ops.aten._upsample_nearest_exact3d
    Upsampling(name, op, FLOAT, doubled(None, None, None), shapes=SHAPES, names=NAMES).run()

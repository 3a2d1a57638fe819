# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.upsampling import Upsampling, doubled, volumes

NAMES = "input output_size align_corners scales_d scales_h scales_w"


@pytest.mark.upsample_trilinear3d
@pytest.mark.parametrize("align_corners", [False, True])
def test_upsample_trilinear3d(align_corners):
    name, op = "upsample_trilinear3d", torch.ops.aten.upsample_trilinear3d
    inputs = doubled(align_corners, None, None, None, of=volumes)
    Upsampling(name, op, FLOAT, inputs, names=NAMES).run()

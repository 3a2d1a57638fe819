# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.upsampling import Upsampling, doubled_by_name


@pytest.mark.upsample_bilinear2d
def test_upsample_bilinear2d():
    inputs = doubled_by_name(align_corners=False, scales_h=None, scales_w=None)
    Upsampling("upsample_bilinear2d", torch._C._nn.upsample_bilinear2d, FLOAT, inputs).run()

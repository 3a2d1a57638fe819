# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.upsampling import Upsampling, doubled_by_name


@pytest.mark.upsample_bilinear2d_aa
def test_upsample_bilinear2d_aa():
    inputs = doubled_by_name(align_corners=False, scales_h=None, scales_w=None)
    Upsampling("upsample_bilinear2d_aa", torch._C._nn._upsample_bilinear2d_aa, FLOAT, inputs).run()

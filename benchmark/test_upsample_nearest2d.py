# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.upsampling import Upsampling, doubled_by_name


@pytest.mark.upsample_nearest2d
def test_upsample_nearest2d():
    inputs = doubled_by_name(scales_h=None, scales_w=None)
    Upsampling("upsample_nearest2d", torch._C._nn.upsample_nearest2d, FLOAT, inputs).run()

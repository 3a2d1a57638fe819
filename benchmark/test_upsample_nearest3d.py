# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.upsampling import Upsampling, doubled_by_name, volumes


@pytest.mark.upsample_nearest3d
def test_upsample_nearest3d():
    inputs = doubled_by_name(volumes, scales_d=None, scales_h=None, scales_w=None)
    Upsampling("upsample_nearest3d", torch._C._nn.upsample_nearest3d, FLOAT, inputs).run()

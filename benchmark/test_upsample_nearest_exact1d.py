# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.upsampling import Upsampling, doubled

SHAPES = [(2, 3, 16), (4, 8, 64), (8, 16, 256), (16, 32, 512)]
NAMES = "input output_size scales"


@pytest.mark.upsample_nearest_exact1d
def test_upsample_nearest_exact1d():
    name, op = "upsample_nearest_exact1d", torch.ops.aten._upsample_nearest_exact1d
    Upsampling(name, op, FLOAT, doubled(None), shapes=SHAPES, names=NAMES).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.upsampling import AntialiasedBackward


@pytest.mark.upsample_bilinear2d_aa_backward
def test_upsample_bilinear2d_aa_backward():
    op = torch.ops.aten._upsample_bilinear2d_aa_backward
    AntialiasedBackward("upsample_bilinear2d_aa_backward", op, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.soft_margin_loss
def test_soft_margin_loss():
    Binary("soft_margin_loss", torch.ops.aten.soft_margin_loss, FLOAT, names="input target").run()

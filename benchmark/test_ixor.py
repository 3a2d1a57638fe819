# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import BOOL, INT
from .families.pointwise import Binary


@pytest.mark.ixor
def test_ixor():
    Binary("ixor", torch.ops.aten.__ixor__, INT + BOOL).run()

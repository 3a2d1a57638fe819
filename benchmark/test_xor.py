# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import BOOL, INT
from .families.pointwise import Binary


@pytest.mark.xor
def test_xor():
    Binary("xor", torch.bitwise_xor, INT + BOOL).run()

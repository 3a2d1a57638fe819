# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import BOOL, INT
from .families.pointwise import Binary


@pytest.mark.logical_xor
def test_logical_xor():
    Binary("logical_xor", torch.logical_xor, INT + BOOL).run()

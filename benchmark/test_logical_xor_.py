# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import BOOL, INT
from .families.pointwise import Binary


@pytest.mark.logical_xor_
def test_logical_xor_():
    Binary("logical_xor_", torch.Tensor.logical_xor_, INT + BOOL, inplace=True).run()

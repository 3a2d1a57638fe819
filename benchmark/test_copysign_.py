# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.copysign_
def test_copysign_():
    Binary("copysign_", torch.Tensor.copysign_, FLOAT, inplace=True).run()

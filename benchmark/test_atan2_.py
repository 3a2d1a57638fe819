# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.atan2_
def test_atan2_():
    Binary("atan2_", torch.Tensor.atan2_, FLOAT, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.heaviside_
def test_heaviside_():
    Binary("heaviside_", torch.Tensor.heaviside_, FLOAT, names="input values", inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import INT
from .families.pointwise import Binary


@pytest.mark.lcm_
def test_lcm_():
    Binary("lcm_", torch.Tensor.lcm_, INT, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import INT
from .families.pointwise import Binary


@pytest.mark.lcm
def test_lcm():
    Binary("lcm", torch.lcm, INT).run()

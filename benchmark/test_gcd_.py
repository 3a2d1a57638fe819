# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import INT
from .families.pointwise import Binary


@pytest.mark.gcd_
def test_gcd_():
    Binary("gcd_", torch.Tensor.gcd_, INT, inplace=True).run()

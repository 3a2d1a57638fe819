# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT, INT
from .families.pointwise import Binary


@pytest.mark.allclose
def test_allclose():
    Binary("allclose", torch.allclose, FLOAT + INT).run()

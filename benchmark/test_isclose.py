# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT, INT
from .families.pointwise import Binary


@pytest.mark.isclose
def test_isclose():
    Binary("isclose", torch.isclose, FLOAT + INT).run()

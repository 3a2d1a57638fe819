# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.frac
def test_frac():
    Unary("frac", torch.frac, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.acos
def test_acos():
    Unary("acos", torch.acos, FLOAT).run()

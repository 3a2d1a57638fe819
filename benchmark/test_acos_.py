# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.acos_
def test_acos_():
    Unary("acos_", torch.acos_, FLOAT, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.atanh
def test_atanh():
    Unary("atanh", torch.atanh, FLOAT).run()

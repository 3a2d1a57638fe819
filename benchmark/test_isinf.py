# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.isinf
def test_isinf():
    Unary("isinf", torch.isinf, FLOAT).run()

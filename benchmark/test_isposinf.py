# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.isposinf
def test_isposinf():
    Unary("isposinf", torch.isposinf, FLOAT).run()

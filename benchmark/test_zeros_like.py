# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.zeros_like
def test_zeros_like():
    Unary("zeros_like", torch.zeros_like, FLOAT).run()

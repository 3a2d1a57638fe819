# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.ones_like
def test_ones_like():
    Unary("ones_like", torch.ones_like, FLOAT).run()

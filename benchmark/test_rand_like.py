# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.rand_like
def test_rand_like():
    Unary("rand_like", torch.rand_like, FLOAT).run()

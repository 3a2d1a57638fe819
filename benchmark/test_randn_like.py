# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.randn_like
def test_randn_like():
    Unary("randn_like", torch.randn_like, FLOAT).run()

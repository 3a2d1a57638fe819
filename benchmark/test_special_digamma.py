# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.special_digamma
def test_special_digamma():
    Unary("special_digamma", torch.special.digamma, FLOAT).run()

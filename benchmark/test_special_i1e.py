# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.special_i1e
def test_special_i1e():
    Unary("special_i1e", torch.special.i1e, FLOAT).run()

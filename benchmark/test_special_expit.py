# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.special_expit
def test_special_expit():
    Unary("special_expit", torch.special.expit, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.isnan
def test_isnan():
    Unary("isnan", torch.isnan, FLOAT).run()

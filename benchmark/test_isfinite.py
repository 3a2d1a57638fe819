# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.isfinite
def test_isfinite():
    Unary("isfinite", torch.isfinite, FLOAT).run()

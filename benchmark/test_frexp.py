# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.frexp
def test_frexp():
    Unary("frexp", torch.frexp, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.fix
def test_fix():
    Unary("fix", torch.fix, FLOAT).run()

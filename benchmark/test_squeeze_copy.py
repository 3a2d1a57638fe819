# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.squeeze_copy
def test_squeeze_copy():
    Unary("squeeze_copy", torch.squeeze_copy, FLOAT).run()

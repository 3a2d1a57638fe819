# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.gelu_backward
def test_gelu_backward():
    Unary("gelu_backward", torch.nn.functional.gelu, FLOAT, backward=True).run()

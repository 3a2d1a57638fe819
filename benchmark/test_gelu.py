# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.gelu_backward
def test_gelu_backward():
    Unary("gelu_backward", torch.nn.functional.gelu, FLOAT, backward=True).run()


@pytest.mark.gelu
def test_gelu():
    Unary("gelu", torch.nn.functional.gelu, FLOAT).run()


@pytest.mark.gelu_
def test_gelu_inplace():
    Unary("gelu_", torch.ops.aten.gelu_, FLOAT, inplace=True).run()

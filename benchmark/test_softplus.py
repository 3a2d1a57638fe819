# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.softplus
def test_softplus():
    Unary("softplus", torch.nn.functional.softplus, FLOAT).run()


@pytest.mark.softplus_backward
def test_softplus_backward():
    Unary("softplus_backward", torch.nn.functional.softplus, FLOAT, backward=True).run()

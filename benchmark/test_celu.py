# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.celu
def test_celu():
    Unary("celu", torch.nn.functional.celu, FLOAT).run()


@pytest.mark.celu_
def test_celu_inplace():
    Unary("celu_", torch.celu_, FLOAT, inplace=True).run()

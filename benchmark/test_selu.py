# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.selu
def test_selu():
    Unary("selu", torch.nn.functional.selu, FLOAT).run()


@pytest.mark.selu_
def test_selu_inplace():
    Unary("selu_", torch.ops.aten.selu_, FLOAT, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, Unary


@pytest.mark.mish
def test_mish():
    Unary("mish", torch.ops.aten.mish, FLOAT).run()


@pytest.mark.mish_backward
def test_mish_backward():
    op = torch.ops.aten.mish_backward
    Binary("mish_backward", op, FLOAT, names="grad_output input").run()


@pytest.mark.mish_
def test_mish_inplace():
    Unary("mish_", torch.ops.aten.mish_, FLOAT, inplace=True).run()

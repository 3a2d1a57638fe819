# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


# The public node says that this one writes to its input.
@pytest.mark.zero
def test_zero():
    Unary("zero", torch.ops.aten.zero, FLOAT, inplace=True).run()


@pytest.mark.zero_
def test_zero_inplace():
    Unary("zero_", torch.zero_, FLOAT).run()


@pytest.mark.zero_out
def test_zero_out():
    UnaryOut("zero_out", torch.ops.aten.zero.out, FLOAT).run()

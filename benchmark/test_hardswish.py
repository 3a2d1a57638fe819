# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.hardswish
def test_hardswish():
    Unary("hardswish", torch.nn.functional.hardswish, FLOAT).run()


@pytest.mark.hardswish_
def test_hardswish_inplace():
    Unary("hardswish_", torch.ops.aten.hardswish_, FLOAT, inplace=True).run()


@pytest.mark.hardswish_out
def test_hardswish_out():
    UnaryOut("hardswish_out", torch.ops.aten.hardswish.out, FLOAT).run()

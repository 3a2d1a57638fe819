# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.hardshrink
def test_hardshrink():
    Unary("hardshrink", torch.hardshrink, FLOAT).run()


@pytest.mark.hardshrink_out
def test_hardshrink_out():
    UnaryOut("hardshrink_out", torch.ops.aten.hardshrink.out, FLOAT).run()

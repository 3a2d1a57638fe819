# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.ceil
def test_ceil():
    Unary("ceil", torch.ceil, FLOAT).run()


@pytest.mark.ceil_out
def test_ceil_out():
    UnaryOut("ceil_out", torch.ceil, FLOAT).run()


@pytest.mark.ceil_
def test_ceil_inplace():
    Unary("ceil_", torch.ceil_, FLOAT, inplace=True).run()

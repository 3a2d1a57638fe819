# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.abs
def test_abs():
    Unary("abs", torch.abs, FLOAT).run()


@pytest.mark.abs_
def test_abs_inplace():
    Unary("abs_", torch.abs_, FLOAT, inplace=True).run()

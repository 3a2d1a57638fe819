# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.tan
def test_tan():
    Unary("tan", torch.tan, FLOAT).run()


@pytest.mark.tan_
def test_tan_inplace():
    Unary("tan_", torch.tan_, FLOAT, inplace=True).run()

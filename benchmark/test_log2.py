# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.log2
def test_log2():
    Unary("log2", torch.log2, FLOAT).run()


@pytest.mark.log2_
def test_log2_():
    Unary("log2_", torch.log2_, FLOAT, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.less_equal
def test_less_equal():
    Binary("less_equal", torch.less_equal, FLOAT).run()


@pytest.mark.less_equal_scalar
def test_less_equal_scalar():
    WithNumbers("less_equal_scalar", torch.less_equal, FLOAT, 0).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.not_equal
def test_not_equal():
    Binary("not_equal", torch.not_equal, FLOAT).run()


@pytest.mark.not_equal_scalar
def test_not_equal_scalar():
    WithNumbers("not_equal_scalar", torch.not_equal, FLOAT, 0.5).run()

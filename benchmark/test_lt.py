# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.lt
def test_lt():
    Binary("lt", torch.lt, FLOAT).run()


@pytest.mark.lt_scalar
def test_lt_scalar():
    WithNumbers("lt_scalar", torch.lt, FLOAT, 0).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.le
def test_le():
    Binary("le", torch.le, FLOAT).run()


@pytest.mark.le_scalar
def test_le_scalar():
    WithNumbers("le_scalar", torch.le, FLOAT, 0).run()

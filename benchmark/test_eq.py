# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.eq
def test_eq():
    Binary("eq", torch.eq, FLOAT).run()


@pytest.mark.eq_scalar
def test_eq_scalar():
    WithNumbers("eq_scalar", torch.eq, FLOAT, 0.001).run()

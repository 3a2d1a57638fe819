# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.ne
def test_ne():
    Binary("ne", torch.ne, FLOAT).run()


@pytest.mark.ne_scalar
def test_ne_scalar():
    WithNumbers("ne_scalar", torch.ne, FLOAT, 0).run()

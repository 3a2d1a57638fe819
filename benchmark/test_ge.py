# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.ge
def test_ge():
    Binary("ge", torch.ge, FLOAT).run()


@pytest.mark.ge_scalar
def test_ge_scalar():
    WithNumbers("ge_scalar", torch.ge, FLOAT, 0).run()

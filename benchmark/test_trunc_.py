# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.trunc_
def test_trunc():
    Unary("trunc", torch.trunc, FLOAT).run()


@pytest.mark.trunc_
def test_trunc_():
    Unary("trunc_", torch.trunc_, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.arctan
def test_arctan():
    Unary("arctan", torch.arctan, FLOAT).run()


@pytest.mark.arctan_
def test_arctan_():
    Unary("arctan_", torch.arctan_, FLOAT, inplace=True).run()

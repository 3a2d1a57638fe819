# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.acosh
def test_acosh():
    Unary("acosh", torch.acosh, FLOAT).run()


@pytest.mark.acosh_
def test_acosh_():
    Unary("acosh_", torch.acosh_, FLOAT, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.sinc
def test_sinc():
    Unary("sinc", torch.sinc, FLOAT).run()


@pytest.mark.sinc_
def test_sinc_():
    Unary("sinc_", torch.sinc_, FLOAT, inplace=True).run()

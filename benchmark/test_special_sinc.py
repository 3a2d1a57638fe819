# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.special_sinc
def test_special_sinc():
    Unary("special_sinc", torch.special.sinc, FLOAT).run()

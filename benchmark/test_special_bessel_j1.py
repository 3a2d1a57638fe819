# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.pointwise import Unary


@pytest.mark.special_bessel_j1
def test_special_bessel_j1():
    Unary("special_bessel_j1", torch.special.bessel_j1, (torch.float32,)).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import DOUBLE
from .families.pointwise import Unary


@pytest.mark.special_bessel_y0
def test_special_bessel_y0():
    Unary("special_bessel_y0", torch.special.bessel_y0, DOUBLE).run()

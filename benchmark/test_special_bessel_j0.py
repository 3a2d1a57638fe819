# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import DOUBLE
from .families.pointwise import Unary


@pytest.mark.special_bessel_j0
def test_special_bessel_j0():
    Unary("special_bessel_j0", torch.special.bessel_j0, DOUBLE).run()

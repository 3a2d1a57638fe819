# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import INT
from .families.pointwise import Binary, BinaryOut


@pytest.mark.gcd
def test_gcd():
    shapes = [(65536,), (1024, 1024), (256, 4096), (64, 256, 256)]
    Binary("gcd", torch.gcd, INT, shapes=shapes).run()


@pytest.mark.gcd_out
def test_gcd_out():
    BinaryOut("gcd_out", torch.gcd, INT).run()

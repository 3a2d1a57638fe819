# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, BinaryOut


@pytest.mark.hypot
def test_hypot():
    Binary("hypot", torch.hypot, FLOAT).run()


@pytest.mark.hypot_out
def test_hypot_out():
    BinaryOut("hypot_out", torch.hypot, FLOAT).run()

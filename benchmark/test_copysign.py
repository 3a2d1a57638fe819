# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, BinaryOut


@pytest.mark.copysign
def test_copysign():
    Binary("copysign", torch.copysign, FLOAT).run()


@pytest.mark.copysign_out
def test_copysign_out():
    BinaryOut("copysign_out", torch.copysign, FLOAT).run()

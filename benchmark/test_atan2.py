# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, BinaryOut


@pytest.mark.atan2
def test_atan2():
    Binary("atan2", torch.atan2, FLOAT).run()


@pytest.mark.atan2_out
def test_atan2_out():
    BinaryOut("atan2_out", torch.atan2, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, BinaryOut


@pytest.mark.fmax
def test_fmax():
    Binary("fmax", torch.fmax, FLOAT).run()


@pytest.mark.fmax_out
def test_fmax_out():
    BinaryOut("fmax_out", torch.fmax, FLOAT).run()

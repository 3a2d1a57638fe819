# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, BinaryOut


@pytest.mark.fmin
def test_fmin():
    Binary("fmin", torch.fmin, FLOAT).run()


@pytest.mark.fmin_out
def test_fmin_out():
    BinaryOut("fmin_out", torch.fmin, FLOAT).run()

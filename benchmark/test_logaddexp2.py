# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, BinaryOut


@pytest.mark.logaddexp2
def test_logaddexp2():
    Binary("logaddexp2", torch.logaddexp2, FLOAT).run()


@pytest.mark.logaddexp2_out
def test_logaddexp2_out():
    BinaryOut("logaddexp2_out", torch.logaddexp2, FLOAT).run()

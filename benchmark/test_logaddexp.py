# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, BinaryOut


@pytest.mark.logaddexp
def test_logaddexp():
    Binary("logaddexp", torch.logaddexp, FLOAT).run()


@pytest.mark.logaddexp_out
def test_logaddexp_out():
    BinaryOut("logaddexp_out", torch.logaddexp, FLOAT).run()

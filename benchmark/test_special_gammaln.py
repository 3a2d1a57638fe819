# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.special_gammaln
def test_special_gammaln():
    Unary("special_gammaln", torch.special.gammaln, FLOAT).run()


@pytest.mark.special_gammaln_out
def test_special_gammaln_out():
    UnaryOut("special_gammaln_out", torch.special.gammaln, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.erf
def test_erf():
    Unary("erf", torch.erf, FLOAT).run()


@pytest.mark.erf_
def test_erf_inplace():
    Unary("erf_", torch.erf_, FLOAT, inplace=True).run()


@pytest.mark.special_erf
def test_special_erf():
    Unary("special_erf", torch.special.erf, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.rsqrt
def test_rsqrt():
    Unary("rsqrt", torch.rsqrt, FLOAT).run()


@pytest.mark.rsqrt_
def test_rsqrt_inplace():
    Unary("rsqrt_", torch.rsqrt_, FLOAT, inplace=True).run()

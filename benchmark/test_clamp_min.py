# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.clamp_min
def test_clamp_min():
    Binary("clamp_min", torch.clamp_min, FLOAT, names="input min").run()


@pytest.mark.clamp_min_
def test_clamp_min_inplace():
    Binary("clamp_min_", torch.clamp_min_, FLOAT, names="input min", inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import WithNumbers


@pytest.mark.clamp_max
def test_clamp_max():
    WithNumbers("clamp_max", torch.clamp_max, FLOAT, 3.14, names="input max").run()


@pytest.mark.clamp_max_
def test_clamp_max_inplace():
    WithNumbers("clamp_max_", torch.clamp_max_, FLOAT, 3.14, names="input max", inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.pointwise import Unary


@pytest.mark.special_erfcx
def test_special_erfcx():
    Unary("special_erfcx", torch.special.erfcx, (torch.float32,)).run()

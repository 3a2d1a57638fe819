# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.pointwise import Binary


@pytest.mark.special_gammainc
def test_special_gammainc():
    Binary("special_gammainc", torch.special.gammainc, (torch.float32,)).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.pointwise import Binary


@pytest.mark.polar
def test_polar():
    Binary("polar", torch.polar, (torch.float32,), names="abs angle").run()

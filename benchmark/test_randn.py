# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.creation import Creation


@pytest.mark.randn
def test_randn():
    Creation("randn", torch.randn, FLOAT).run()

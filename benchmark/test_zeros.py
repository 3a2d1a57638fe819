# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.creation import Creation


@pytest.mark.zeros
def test_zeros():
    Creation("zeros", torch.zeros, FLOAT).run()

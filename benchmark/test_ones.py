# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.creation import Creation


@pytest.mark.ones
def test_ones():
    Creation("ones", torch.ones, FLOAT).run()

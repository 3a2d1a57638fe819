# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.creation import Creation


@pytest.mark.rand
def test_rand():
    Creation("rand", torch.rand, FLOAT).run()

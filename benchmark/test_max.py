# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.reduction import Reduction


@pytest.mark.max
def test_max():
    Reduction("max", torch.max, FLOAT).run()


@pytest.mark.max_dim
def test_max_dim():
    Reduction("max_dim", torch.max, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.reduction import Reduction


@pytest.mark.min
def test_min():
    Reduction("min", torch.min, FLOAT).run()


@pytest.mark.min_dim
def test_min_dim():
    Reduction("min_dim", torch.min, FLOAT).run()

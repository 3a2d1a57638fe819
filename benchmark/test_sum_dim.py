# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.reduction import Reduction


@pytest.mark.sum_dim
def test_sum_dim():
    Reduction("sum_dim", torch.sum, FLOAT).run()

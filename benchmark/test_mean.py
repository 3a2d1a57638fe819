# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.reduction import Reduction


@pytest.mark.mean
def test_mean():
    Reduction("mean", torch.mean, FLOAT).run()

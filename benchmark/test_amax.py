# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.reduction import Reduction


@pytest.mark.amax
def test_amax():
    Reduction("amax", torch.amax, FLOAT).run()

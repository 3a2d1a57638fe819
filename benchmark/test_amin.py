# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.reduction import Reduction


@pytest.mark.amin
@pytest.mark.parametrize("dtype", FLOAT)
def test_amin(dtype):
    Reduction("amin", torch.amin, (dtype,)).run()

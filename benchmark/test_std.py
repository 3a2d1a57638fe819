# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.reduction import Reduction


@pytest.mark.std
def test_std():
    Reduction("std", torch.std, FLOAT).run()

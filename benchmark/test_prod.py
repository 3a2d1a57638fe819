# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.reduction import Reduction


@pytest.mark.prod
def test_prod():
    Reduction("prod", torch.prod, FLOAT).run()

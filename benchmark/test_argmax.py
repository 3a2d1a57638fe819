# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.reduction import Reduction


@pytest.mark.argmax
def test_argmax():
    Reduction("argmax", torch.argmax, FLOAT).run()

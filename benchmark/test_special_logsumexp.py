# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.reduction import Reduction


@pytest.mark.special_logsumexp
def test_special_logsumexp():
    shapes = [(256, 256), (1024, 1024), (4096, 4096)]
    Reduction("special_logsumexp", torch.special.logsumexp, FLOAT, shapes=shapes).run()

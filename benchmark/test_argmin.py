# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.reduction import Reduction

SHAPES = [(65536,), (64, 64), (512, 512), (64, 64, 64)]


@pytest.mark.argmin
def test_argmin():
    Reduction("argmin", torch.argmin, FLOAT, shapes=SHAPES).run()

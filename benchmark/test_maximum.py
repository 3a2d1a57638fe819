# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.maximum
def test_maximum():
    Binary("maximum", torch.maximum, FLOAT).run()

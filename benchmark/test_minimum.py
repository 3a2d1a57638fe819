# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.minimum
def test_minimum():
    Binary("minimum", torch.minimum, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.multiply
def test_multiply():
    Binary("multiply", torch.multiply, FLOAT).run()

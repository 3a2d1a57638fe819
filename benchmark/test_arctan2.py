# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.arctan2
def test_arctan2():
    Binary("arctan2", torch.arctan2, FLOAT).run()


@pytest.mark.arctan2_
def test_arctan2_():
    Binary("arctan2_", torch.Tensor.arctan2_, FLOAT, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.nextafter
def test_nextafter():
    Binary("nextafter", torch.nextafter, FLOAT).run()


@pytest.mark.nextafter_
def test_nextafter_():
    Binary("nextafter_", torch.Tensor.nextafter_, FLOAT).run()

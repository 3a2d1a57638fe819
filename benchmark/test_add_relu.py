# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


def add_relu(x, y):
    return torch.relu(torch.add(x, y))


@pytest.mark.add_relu
def test_add_relu():
    Binary("add_relu", add_relu, FLOAT).run()

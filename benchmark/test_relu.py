# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.relu
def test_relu():
    Unary("relu", torch.nn.functional.relu, FLOAT).run()


@pytest.mark.relu_
def test_relu_inplace():
    Unary("relu_", torch.relu_, FLOAT, inplace=True).run()

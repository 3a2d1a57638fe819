# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.relu6
def test_relu6():
    Unary("relu6", torch.nn.functional.relu6, FLOAT).run()

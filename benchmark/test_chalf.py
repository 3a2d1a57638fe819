# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.chalf
def test_chalf():
    Unary("chalf", torch.Tensor.chalf, FLOAT).run()

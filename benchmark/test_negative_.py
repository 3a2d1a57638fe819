# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.negative_
def test_negative_():
    Unary("negative_", torch.Tensor.negative_, FLOAT, inplace=True).run()

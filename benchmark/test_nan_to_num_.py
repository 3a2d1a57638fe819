# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.nan_to_num_
def test_nan_to_num_():
    Unary("nan_to_num_", torch.Tensor.nan_to_num_, FLOAT, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.log_
def test_log_inplace():
    Unary("log_", torch.Tensor.log_, FLOAT, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.log_normal_
def test_log_normal_():
    Unary("log_normal_", torch.Tensor.log_normal_, FLOAT).run()

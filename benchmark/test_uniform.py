# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.uniform_
def test_uniform_inplace():
    Unary("uniform_", torch.Tensor.uniform_, FLOAT).run()

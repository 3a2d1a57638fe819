# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Ternary


@pytest.mark.addcdiv_
def test_addcdiv_():
    op = torch.Tensor.addcdiv_
    Ternary("addcdiv_", op, FLOAT, names="input tensor1 tensor2", inplace=True).run()

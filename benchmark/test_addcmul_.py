# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Ternary


@pytest.mark.addcmul_
def test_addcmul_():
    Ternary("addcmul_", torch.ops.aten.addcmul_, FLOAT, names="input tensor1 tensor2").run()

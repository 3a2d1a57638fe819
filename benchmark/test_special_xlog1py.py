# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.special_xlog1py
def test_special_xlog1py():
    Binary("special_xlog1py", torch.ops.aten.special_xlog1py, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.gt_tensor_
def test_gt_tensor_():
    Binary("gt_tensor_", torch.Tensor.gt_, FLOAT, inplace=True).run()

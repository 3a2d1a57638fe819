# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import WithNumbers


@pytest.mark.gt_scalar_
def test_gt_scalar_():
    WithNumbers("gt_scalar_", torch.Tensor.gt_, FLOAT, 0.5, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.gt
def test_gt():
    Binary("gt", torch.gt, FLOAT).run()


@pytest.mark.gt_scalar
def test_gt_scalar():
    WithNumbers("gt_scalar", torch.gt, FLOAT, 0.5).run()

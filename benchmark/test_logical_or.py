# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import BOOL, INT
from .families.pointwise import Binary


@pytest.mark.logical_or
def test_logical_or():
    Binary("logical_or", torch.logical_or, INT + BOOL).run()


@pytest.mark.logical_or_
def test_logical_or_inplace():
    Binary("logical_or_", torch.Tensor.logical_or_, INT + BOOL, inplace=True).run()

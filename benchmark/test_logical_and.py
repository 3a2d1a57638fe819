# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import BOOL, INT
from .families.pointwise import Binary


@pytest.mark.logical_and
def test_logical_and():
    Binary("logical_and", torch.logical_and, INT + BOOL).run()


@pytest.mark.logical_and_
def test_logical_and_inplace():
    Binary("logical_and_", torch.Tensor.logical_and_, INT + BOOL, inplace=True).run()

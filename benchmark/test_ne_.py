# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.ne_
def test_ne_():
    Binary("ne_", torch.Tensor.ne_, FLOAT, inplace=True).run()


@pytest.mark.ne_scalar_
def test_ne_scalar_():
    WithNumbers("ne_scalar_", torch.Tensor.ne_, FLOAT, 0, inplace=True).run()

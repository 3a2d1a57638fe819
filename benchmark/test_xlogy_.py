# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.xlogy_
def test_xlogy_():
    Binary("xlogy_", torch.Tensor.xlogy_, FLOAT, inplace=True).run()


@pytest.mark.xlogy_scalar_other_
def test_xlogy_scalar_other_():
    WithNumbers("xlogy_scalar_other_", torch.Tensor.xlogy_, FLOAT, 3.5, inplace=True).run()

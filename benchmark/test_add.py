# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import COMPLEX, FLOAT
from .families.pointwise import Binary


@pytest.mark.add
def test_add():
    Binary("add", torch.add, FLOAT + COMPLEX).run()


@pytest.mark.add_
def test_add_inplace():
    Binary("add_", torch.Tensor.add_, FLOAT, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import COMPLEX, FLOAT
from .families.pointwise import Binary


@pytest.mark.sub
def test_sub():
    Binary("sub", torch.sub, FLOAT + COMPLEX).run()


@pytest.mark.sub_
def test_sub_inplace():
    Binary("sub_", torch.Tensor.sub_, FLOAT, inplace=True).run()

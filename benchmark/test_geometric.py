# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import WithNumbers


@pytest.mark.geometric
def test_geometric():
    WithNumbers("geometric", torch.ops.aten.geometric, FLOAT, 0.5, names="input p").run()


@pytest.mark.geometric_
def test_geometric_inplace():
    WithNumbers("geometric_", torch.Tensor.geometric_, FLOAT, 0.5, names="input p").run()

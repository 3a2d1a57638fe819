# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


def to_its_own_size(x):
    return torch.expand_copy(x, x.shape)


@pytest.mark.expand_copy
def test_expand_copy():
    Unary("expand_copy", to_its_own_size, FLOAT).run()

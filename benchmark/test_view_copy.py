# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


def flat(x):
    return torch.view_copy(x, (-1,))


@pytest.mark.view_copy
def test_view_copy():
    Unary("view_copy", flat, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.equal
def test_equal():
    # The public tree times the subtraction, since torch.equal may stop at the first difference.
    Binary("equal", torch.sub, FLOAT).run()

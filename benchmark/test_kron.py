# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.kron
def test_kron():
    shapes = [*((n, n) for n in (16, 64, 128, 256)), (4, 8, 16, 32)]
    Binary("kron", torch.kron, FLOAT, shapes=shapes).run()

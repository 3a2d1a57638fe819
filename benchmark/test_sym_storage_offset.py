# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary

SHAPES = [(2, 3), (10, 20, 30), (5, 10), (100,), (1, 2, 3, 4)]


@pytest.mark.sym_storage_offset
def test_sym_storage_offset():
    Unary("sym_storage_offset", torch.ops.aten.sym_storage_offset, FLOAT, shapes=SHAPES).run()

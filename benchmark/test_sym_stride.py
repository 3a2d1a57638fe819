# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary

SHAPES = [(2, 3), (10, 20, 30), (5, 10), (100,), (1, 2, 3, 4)]


@pytest.mark.sym_stride
def test_sym_stride():
    Unary("sym_stride", torch.ops.aten.sym_stride, FLOAT, shapes=SHAPES).run()

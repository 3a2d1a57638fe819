# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut

SHAPES = [(64, 64), (4096, 4096)]


@pytest.mark.t_copy
def test_t_copy():
    Unary("t_copy", torch.ops.aten.t_copy, FLOAT, shapes=SHAPES).run()


@pytest.mark.t_copy_out
def test_t_copy_out():
    UnaryOut("t_copy_out", torch.ops.aten.t_copy, FLOAT, shapes=SHAPES).run()

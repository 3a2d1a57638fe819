# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.pointwise import Pointwise

SHAPES = [(1, 4, 4), (1, 8, 8), (2, 8, 8), (4, 16, 16)]


def grid(shape, dtype):
    count, height, width = shape
    yield call(Tensor((count, 2, 3), dtype), [count, 3, height, width], False)


@pytest.mark.affine_grid_generator
def test_affine_grid_generator():
    op = torch.affine_grid_generator
    names = "theta size align_corners"
    Pointwise("affine_grid_generator", op, (torch.float32,), grid, shapes=SHAPES, names=names).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .families.indexing import Indexing

SHAPES = [  # n, channels, size of the volume, size of the grid
    (1, 3, 8, 8, 8, 4, 4, 4),
    (2, 16, 16, 16, 16, 8, 8, 8),
    (4, 32, 16, 16, 16, 8, 8, 8),
    (2, 64, 32, 32, 32, 16, 16, 16),
    (1, 128, 32, 32, 32, 16, 16, 16),
]
NAMES = "grad_output input grid interpolation_mode padding_mode align_corners output_mask"


def trilinear(shape, dtype):
    batch, channels = shape[:2]
    size = shape[5:]
    gradient = Tensor((batch, channels, *size), dtype)
    grid = uniform((batch, *size, 3), dtype, -1.0, 1.0)
    yield call(gradient, Tensor(shape[:5], dtype), grid, 0, 0, True, [True, True])


@pytest.mark.grid_sampler_3d_backward
def test_grid_sampler_3d_backward():
    op, dtypes = torch.ops.aten.grid_sampler_3d_backward, (torch.float32,)
    Indexing("grid_sampler_3d_backward", op, dtypes, trilinear, shapes=SHAPES, names=NAMES).run()

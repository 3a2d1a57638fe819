# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .dtypes import FLOAT
from .families.indexing import Indexing

SHAPES = [(1, 3, 32, 32), (1, 3, 8, 8, 8), (2, 32, 64, 64), (2, 8, 16, 16, 16)]
WAYS = [  # mode, padding, are the corners those of the image
    ("nearest", "zeros", False),
    ("bilinear", "zeros", False),
    ("bilinear", "border", True),
    ("bicubic", "zeros", False),
]


def same_size(shape, dtype):
    batch, _, *size = shape
    grid = uniform((batch, *size, len(size)), dtype, -1.0, 1.0)
    for mode, padding, corners in WAYS:
        if mode == "bicubic" and len(size) > 2:
            continue  # of images alone
        yield call(Tensor(shape, dtype), grid, mode=mode, padding_mode=padding, align_corners=corners)


@pytest.mark.grid_sample
@pytest.mark.parametrize("dtype", FLOAT)
def test_grid_sample(dtype):
    op = torch.nn.functional.grid_sample
    Indexing("grid_sample", op, (dtype,), same_size, shapes=SHAPES, names="input grid").run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .dtypes import DOUBLE
from .families.linalg import Linalg

SHAPES = [(side, side) for side in (32, 48, 64, 96, 128, 256, 1024, 4096)] + [(1024, 65536)]


def reflections(shape, dtype):
    rows = shape[0]
    # A factor below 2 / |v|² keeps each reflection from stretching: products of thousands stay finite.
    factors = uniform((rows,), dtype, 0.0, 1.0 / rows)
    yield call(Tensor((rows, rows), dtype, layout="transposed"), factors, Tensor(shape, dtype))


@pytest.mark.ormqr
def test_ormqr():
    Linalg("ormqr", torch.ormqr, DOUBLE, reflections, shapes=SHAPES, names="input tau other").run()

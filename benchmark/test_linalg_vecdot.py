# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import DOUBLE
from .families.reduction import Reduction

LENGTHS = [(10,), (100,), (1000,), (10000,)]
SHAPES = LENGTHS + [(rows, length) for rows in (2, 4, 8, 16, 32) for length in (10, 100, 1000)]


def two(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, dtype))


@pytest.mark.linalg_vecdot
def test_linalg_vecdot_benchmark():
    Reduction("linalg_vecdot", torch.linalg.vecdot, DOUBLE, two, shapes=SHAPES, names="x y").run()


@pytest.mark.linalg_vecdot_out
def test_linalg_vecdot_out_benchmark():
    # In the public tree this baseline writes to no tensor either.
    Reduction("linalg_vecdot_out", torch.linalg.vecdot, DOUBLE, two, shapes=SHAPES, names="x y").run()

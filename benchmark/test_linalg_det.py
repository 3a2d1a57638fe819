# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import DOUBLE
from .families.linalg import Linalg

SHAPES = [
    *((side, side) for side in (16, 32, 64, 128, 256)),
    (4096, 4, 4),
    (1024, 8, 8),
    (1024, 16, 16),
    (128, 16, 16),
    (4, 32, 32),
    (512, 32, 32),
    (256, 64, 64),
    (32, 128, 128),
    (8, 256, 256),
]


def matrices(shape, dtype):
    yield call(Tensor(shape, dtype))


def matrices_into(shape, dtype):
    yield call(Tensor(shape, dtype), out=empty(shape[:-2], dtype))


@pytest.mark.linalg_det
def test_linalg_det():
    Linalg("linalg_det", torch.linalg.det, DOUBLE, matrices, shapes=SHAPES).run()


@pytest.mark.linalg_det_out
def test_linalg_det_out():
    Linalg("linalg_det_out", torch.linalg.det, DOUBLE, matrices_into, shapes=SHAPES).run()

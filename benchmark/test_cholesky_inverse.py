# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call
from .dtypes import DOUBLE
from .families.linalg import Linalg, cholesky_factor

SHAPES = [(side, side) for side in (2, 4, 8, 16, 32, 64, 128, 256)]


def lower(shape, dtype):
    yield call(cholesky_factor(shape, dtype))


@pytest.mark.cholesky_inverse
def test_cholesky_inverse():
    Linalg("cholesky_inverse", torch.cholesky_inverse, DOUBLE, lower, shapes=SHAPES).run()

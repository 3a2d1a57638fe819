# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call
from .dtypes import DOUBLE
from .families.linalg import Linalg, positive_definite

SHAPES = [(side, side) for side in (2, 4, 8, 16, 32, 64, 128, 256)]


def definite(shape, dtype):
    yield call(positive_definite(shape, dtype))


@pytest.mark.linalg_cholesky
def test_linalg_cholesky():
    Linalg("linalg_cholesky", torch.ops.aten.linalg_cholesky, DOUBLE, definite, shapes=SHAPES).run()

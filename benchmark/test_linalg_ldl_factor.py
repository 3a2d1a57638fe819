# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call
from .dtypes import DOUBLE
from .families.linalg import Linalg, positive_definite

SHAPES = [(side, side) for side in (4, 8, 16, 32, 64)]


def symmetric(shape, dtype):
    yield call(positive_definite(shape, dtype))


@pytest.mark.linalg_ldl_factor
def test_linalg_ldl_factor():
    Linalg("linalg_ldl_factor", torch.linalg.ldl_factor, DOUBLE, symmetric, shapes=SHAPES).run()

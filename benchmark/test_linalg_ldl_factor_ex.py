# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call
from .families.linalg import Linalg, positive_definite

SHAPES = [(side, side) for side in (4, 8, 16, 32)]


def symmetric(shape, dtype):
    yield call(positive_definite(shape, dtype))


@pytest.mark.linalg_ldl_factor_ex
def test_linalg_ldl_factor_ex():
    Linalg(
        "linalg_ldl_factor_ex", torch.linalg.ldl_factor_ex, (torch.float32,), symmetric, shapes=SHAPES
    ).run()

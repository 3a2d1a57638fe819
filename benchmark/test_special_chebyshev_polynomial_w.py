# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call, empty, full, uniform
from .families.pointwise import Pointwise

SHAPES = [(1024, 1024), (20, 320, 15), (16, 128, 64, 1280), (2, 19, 7)]
NAMES = "input n"


def third(shape, dtype):
    yield call(uniform(shape, dtype, -1.0, 1.0), full((), torch.int64, 3))


def third_into(shape, dtype):
    for made in third(shape, dtype):
        yield call(*made.args, out=empty(shape, dtype))


@pytest.mark.special_chebyshev_polynomial_w
def test_special_chebyshev_polynomial_w():
    op, dtypes = torch.special.chebyshev_polynomial_w, (torch.float32,)
    Pointwise("special_chebyshev_polynomial_w", op, dtypes, third, shapes=SHAPES, names=NAMES).run()


@pytest.mark.special_chebyshev_polynomial_w_out
def test_special_chebyshev_polynomial_w_out():
    op, dtypes = torch.special.chebyshev_polynomial_w, (torch.float32,)
    Pointwise("special_chebyshev_polynomial_w_out", op, dtypes, third_into, shapes=SHAPES, names=NAMES).run()

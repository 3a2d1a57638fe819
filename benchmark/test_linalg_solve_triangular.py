# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import DOUBLE
from .families.linalg import Linalg

# Side of the triangle, number of right-hand sides.
SYSTEMS = [(8, 16), (16, 32), (32, 64), (64, 128), (128, 256), (256, 512), (512, 256)]


def near_one(spec, device, generator):
    """The matrix one with small entries beside it, so that solutions stay finite."""
    n = spec.shape[-1]
    noise = torch.randn(spec.shape, dtype=spec.dtype, device=device, generator=generator) / (2 * n)
    return noise + torch.eye(n, dtype=spec.dtype, device=device)


def lower_and_upper(shape, dtype):
    side, _ = shape
    for upper in (False, True):
        yield call(Tensor((side, side), dtype, near_one), Tensor(shape, dtype), upper=upper)


def lower_and_upper_into(shape, dtype):
    for made in lower_and_upper(shape, dtype):
        yield call(*made.args, **made.kwargs, out=empty(shape, dtype))


@pytest.mark.linalg_solve_triangular
def test_linalg_solve_triangular():
    op = torch.linalg.solve_triangular
    Linalg("linalg_solve_triangular", op, DOUBLE, lower_and_upper, shapes=SYSTEMS, names="A B").run()


@pytest.mark.linalg_solve_triangular_out
def test_linalg_solve_triangular_out():
    op = torch.linalg.solve_triangular
    Linalg("linalg_solve_triangular_out", op, DOUBLE, lower_and_upper_into, shapes=SYSTEMS, names="A B").run()

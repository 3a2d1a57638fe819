# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import DOUBLE
from .families.linalg import Linalg


def rows_from_below(spec, device, generator):
    """Row ``i`` was exchanged for a row between itself and the last, ``spec.high``; counted from one."""
    first = torch.arange(1, spec.numel + 1, device=device)
    share = torch.rand(spec.numel, device=device, generator=generator)
    return (first + share * (int(spec.high) - first)).to(spec.dtype)


def factors(shape, dtype):
    rows = shape[0]
    pivots = Tensor((min(shape),), torch.int32, rows_from_below, high=rows)
    yield call(Tensor(shape, dtype, layout="transposed"), pivots)


@pytest.mark.lu_unpack
def test_lu_unpack():
    op = torch.ops.aten.lu_unpack
    Linalg("lu_unpack", op, DOUBLE, factors, shapes="matrix", names="LU_data LU_pivots").run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .families.blas import MatrixVector

SIZES = [(125843, 16, 512, 2048), (148741, 16, 2560, 2048), (528486, 64, 2048, 128)]  # rows, groups, n, k


def ends(spec, device, generator):
    """Where each group ends, for groups that share ``spec.high`` rows as evenly as can be."""
    numbers = torch.arange(1, spec.numel + 1, device=device)
    return (numbers * int(spec.high) // spec.numel).to(spec.dtype)


def rows_of_groups(shape, dtype):
    rows, groups, n, k = shape
    offsets = Tensor((groups,), torch.int32, ends, high=rows)
    yield call(uniform((rows, k), dtype), uniform((groups, k, n), dtype), offsets)


@pytest.mark.grouped_mm
def test_grouped_mm():
    op, dtypes = torch._grouped_mm, (torch.bfloat16,)
    MatrixVector("grouped_mm", op, dtypes, rows_of_groups, shapes=SIZES, names="input mat2 offs").run()

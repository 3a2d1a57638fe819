# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT, INT
from .families.reduction import MatrixReduction


def rows(**options):
    def inputs(shape, dtype):
        yield call(Tensor(shape, dtype), dim=-1, descending=False, **options)

    return inputs


@pytest.mark.sort
def test_perf_sort():
    MatrixReduction("sort", torch.sort, INT + FLOAT, rows()).run()


@pytest.mark.sort_stable
def test_perf_sort_stable():
    MatrixReduction("sort_stable", torch.sort, INT + FLOAT, rows(stable=True)).run()

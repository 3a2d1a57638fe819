# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.reduction import Reduction


@pytest.mark.sum
def test_sum():
    Reduction("sum", torch.sum, FLOAT).run()


def whole_out(shape, dtype):
    yield call(Tensor(shape, dtype), out=empty((), dtype))


@pytest.mark.sum_out
def test_sum_out():
    Reduction("sum_out", torch.ops.aten.sum.out, FLOAT, whole_out, shapes="pointwise").run()


def dim_out(shape, dtype):
    dim = min(1, len(shape) - 1)
    yield call(Tensor(shape, dtype), dim, out=empty(shape[:dim] + shape[dim + 1 :], dtype))


@pytest.mark.sum_dim_out
def test_sum_dim_out():
    Reduction("sum_dim_out", torch.sum, FLOAT, dim_out, shapes="pointwise").run()

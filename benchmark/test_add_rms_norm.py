# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.norm import MatrixNorm


def add_rms_norm(x, residual, normalized_shape, weight):
    total = x + residual
    return torch.nn.functional.rms_norm(total, normalized_shape, weight, eps=1e-5), total


def rows(shape, dtype):
    columns = shape[1:]
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), list(columns), Tensor(columns, dtype))


@pytest.mark.add_rms_norm
def test_add_rms_norm():
    names = "input residual normalized_shape weight"
    MatrixNorm("add_rms_norm", add_rms_norm, FLOAT, rows, names=names).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.norm import MatrixNorm


def add_rms_norm(x, residual, normalized_shape, weight, eps):
    total = x + residual
    return torch.nn.functional.rms_norm(total, normalized_shape, weight, eps=eps), total


def last_dim(shape, dtype):
    columns = shape[-1:]
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), list(columns), Tensor(columns, dtype), 1e-5)


@pytest.mark.fused_add_rms_norm
def test_fused_add_rms_norm():
    names = "input residual normalized_shape weight eps"
    MatrixNorm("fused_add_rms_norm", add_rms_norm, FLOAT, last_dim, shapes="not_1d", names=names).run()

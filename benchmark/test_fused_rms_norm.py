# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .dtypes import FLOAT
from .families.norm import MatrixNorm


def norm_and_factor(x, normalized_shape, weight):
    x32 = x.float()
    factor = torch.rsqrt(x32.square().mean(-1, keepdim=True) + 1e-5)
    return weight * (x32 * factor).to(x.dtype), factor.squeeze(-1)


def rows(shape, dtype):
    columns = shape[1:]
    yield call(Tensor(shape, dtype), list(columns), Tensor(columns, dtype))


def gradient(shape, dtype):
    columns = shape[1:]
    factor = uniform(shape[:1], torch.float32, 0.5, 1.5)
    inputs = Tensor(shape, dtype), Tensor(shape, dtype), list(columns), factor, Tensor(columns, dtype)
    yield call(*inputs, [True, True])


@pytest.mark.fused_rms_norm
def test_fused_rms_norm():
    names = "input normalized_shape weight"
    MatrixNorm("fused_rms_norm", norm_and_factor, FLOAT, rows, names=names).run()


@pytest.mark.fused_rms_norm_backward
def test_fused_rms_norm_backward():
    op = torch.ops.aten._fused_rms_norm_backward
    names = "grad_out input normalized_shape rstd weight output_mask"
    MatrixNorm("fused_rms_norm_backward", op, FLOAT, gradient, names=names).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .dtypes import FLOAT
from .families.norm import Norm, trailing_affine


@pytest.mark.layer_norm
def test_layer_norm():
    names = "input normalized_shape weight bias"
    Norm("layer_norm", torch.layer_norm, FLOAT, trailing_affine(), names=names).run()


@pytest.mark.native_layer_norm
def test_native_layer_norm():
    names = "input normalized_shape weight bias eps"
    Norm(
        "native_layer_norm", torch.ops.aten.native_layer_norm, FLOAT, trailing_affine(1e-5), names=names
    ).run()


def gradients(shape, dtype):
    inner, rows = shape[1:], shape[:1]
    x, affine = Tensor(shape, dtype), Tensor(inner, dtype)
    mean, rstd = Tensor(rows, torch.float32), uniform(rows, torch.float32, 0.5, 1.5)
    yield call(x, x, list(inner), mean, rstd, affine, affine, [True, True, True])


@pytest.mark.layer_norm_backward
def test_layer_norm_backward():
    op = torch.ops.aten.native_layer_norm_backward
    names = "grad_out input normalized_shape mean rstd weight bias output_mask"
    # The CPU wants mean and deviation in the dtype of the input, a GPU in float32.
    Norm("layer_norm_backward", op, FLOAT, gradients, names=names, gpu_only=True).run()

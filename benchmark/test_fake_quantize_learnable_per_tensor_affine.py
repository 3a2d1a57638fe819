# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers, uniform
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def with_one_scale(shape, dtype):
    scale = uniform((1,), torch.float32, 0.01, 0.1)
    yield call(Tensor(shape, dtype), scale, integers((1,), 256, dtype=torch.int32), 0, 255)


@pytest.mark.fake_quantize_learnable_per_tensor_affine
def test_fake_quantize_learnable_per_tensor_affine():
    name = "fake_quantize_learnable_per_tensor_affine"
    op = torch.ops.aten._fake_quantize_learnable_per_tensor_affine
    Pointwise(name, op, FLOAT, with_one_scale, names="input scale zero_point quant_min quant_max").run()

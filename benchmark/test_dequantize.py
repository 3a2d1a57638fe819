# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.pointwise import Pointwise
from .inputs import build_tensor


def quantized(spec, device, generator):
    whole = build_tensor(spec.like(dtype=torch.int8, values="random"), device, generator)
    return torch._make_per_tensor_quantized_tensor(whole, 0.1, 0)


def one(shape, dtype):
    yield call(Tensor(shape, dtype, quantized))


@pytest.mark.dequantize
def test_dequantize():
    Pointwise("dequantize", torch.dequantize, (torch.qint8,), one, shapes="not_1d").run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.upsampling import Upsampling, twice

SHAPES = [(2, 3, 8, 8), (4, 8, 16, 16), (8, 16, 32, 32)]
NAMES = "grad_output output_size input_size"


def gradient(shape, dtype):
    output = twice(shape)
    yield call(Tensor((*shape[:2], *output), dtype), output, list(shape))


@pytest.mark.upsample_nearest_exact2d_backward
def test_upsample_nearest_exact2d_backward():
    name, op = "upsample_nearest_exact2d_backward", torch.ops.aten._upsample_nearest_exact2d_backward
    Upsampling(name, op, FLOAT, gradient, shapes=SHAPES, names=NAMES).run()

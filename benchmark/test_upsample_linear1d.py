# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.upsampling import Upsampling, doubled_by_name, sequences

NAMES = "grad_output output_size input_size align_corners scales"
LARGEST = 2**30  # elements, from which on the public node leaves a case out


def half_and_twice(shape, dtype):
    *outer, length = (1,) * (3 - len(shape)) + shape
    for factor in (0.5, 2.0):
        made = int(length * factor)
        if outer[0] * outer[1] * max(length, made) >= LARGEST:
            continue
        for align_corners in (False, True):
            gradient = Tensor((*outer, made), dtype)
            yield call(gradient, [made], [*outer, length], align_corners, factor)


@pytest.mark.upsample_linear1d
@pytest.mark.parametrize("align_corners", [False, True])
def test_upsample_linear1d(align_corners):
    inputs = doubled_by_name(sequences, align_corners=align_corners)
    Upsampling("upsample_linear1d", torch._C._nn.upsample_linear1d, FLOAT, inputs).run()


@pytest.mark.upsample_linear1d_backward
def test_upsample_linear1d_backward():
    name, op = "upsample_linear1d_backward", torch.ops.aten.upsample_linear1d_backward
    Upsampling(name, op, FLOAT, half_and_twice, shapes="pointwise", names=NAMES).run()

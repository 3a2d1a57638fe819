# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import MatrixVector

# Rows; columns of the first, of the second input, of the output.
SIZES = [
    (256, 64, 64, 128),
    (512, 128, 128, 256),
    (1024, 64, 48, 96),
    (128, 256, 256, 128),
    (2048, 32, 32, 64),
]


def with_bias(shape, dtype):
    rows, first, second, out = shape
    inputs = Tensor((rows, first), dtype), Tensor((rows, second), dtype)
    yield call(*inputs, Tensor((out, first, second), dtype), Tensor((out,), dtype))


@pytest.mark.bilinear
def test_bilinear():
    names = "input1 input2 weight bias"
    MatrixVector("bilinear", torch.bilinear, FLOAT, with_bias, shapes=SIZES, names=names).run()

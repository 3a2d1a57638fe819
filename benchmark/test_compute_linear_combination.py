# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.blas import MatrixVector

# Combinations, tensors combined, elements of each.
SIZES = [(64, 512, 512), (1024, 1024, 1024)]


def combined(shape, dtype):
    count, terms, length = shape
    yield call(Tensor((terms, length), dtype), Tensor((count, terms), dtype))


def combined_into(shape, dtype):
    count, terms, length = shape
    tensors, coefficients = Tensor((terms, length), dtype), Tensor((count, terms), dtype)
    yield call(tensors, coefficients, out=empty((count, length), dtype))


@pytest.mark.compute_linear_combination
def test_compute_linear_combination():
    op = torch._compute_linear_combination
    names = "input coefficients"
    MatrixVector("compute_linear_combination", op, FLOAT, combined, shapes=SIZES, names=names).run()


@pytest.mark.compute_linear_combination_out
def test_compute_linear_combination_out():
    op = torch.ops.aten._compute_linear_combination.out
    names = "input coefficients"
    MatrixVector("compute_linear_combination_out", op, FLOAT, combined_into, shapes=SIZES, names=names).run()

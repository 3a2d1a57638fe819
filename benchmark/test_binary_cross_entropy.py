# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call, empty, uniform
from .dtypes import FLOAT
from .families.reduction import MatrixReduction


def probabilities(shape, dtype):
    yield call(uniform(shape, dtype), uniform(shape, dtype))


def probabilities_into(shape, dtype):
    yield call(uniform(shape, dtype), uniform(shape, dtype), out=empty((), dtype))


def mean_out(x, target, out):
    mean = 1
    return torch.ops.aten.binary_cross_entropy.out(x, target, None, mean, out=out)


@pytest.mark.binary_cross_entropy
def test_binary_cross_entropy():
    op = torch.nn.functional.binary_cross_entropy
    MatrixReduction("binary_cross_entropy", op, FLOAT, probabilities, names="input target").run()


@pytest.mark.binary_cross_entropy_out
def test_binary_cross_entropy_out():
    op = mean_out
    MatrixReduction("binary_cross_entropy_out", op, FLOAT, probabilities_into, names="input target").run()

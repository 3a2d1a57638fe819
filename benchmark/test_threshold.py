# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise, WithNumbers


def gradient(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), 3.14)


@pytest.mark.threshold
def test_threshold():
    op, names = torch.nn.functional._threshold, "input threshold value"
    WithNumbers("threshold", op, FLOAT, 3.14, 2.71, names=names).run()


@pytest.mark.threshold_backward
def test_threshold_backward():
    op, names = torch.ops.aten.threshold_backward, "grad_output input threshold"
    Pointwise("threshold_backward", op, FLOAT, gradient, names=names).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.reduction import MatrixReduction


def from_zero_to_ten(shape, dtype):
    yield call(Tensor(shape, dtype), bins=100, min=0, max=10)


@pytest.mark.histc
def test_histc():
    MatrixReduction("histc", torch.histc, (torch.float32,), from_zero_to_ten).run()

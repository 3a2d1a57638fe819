# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .dtypes import FLOAT
from .families.pointwise import Pointwise

LOWER, UPPER = 1 / 8, 1 / 3


def training(shape, dtype):
    yield call(Tensor(shape, dtype), uniform(shape, dtype, LOWER, UPPER), LOWER, UPPER, True, None)


@pytest.mark.rrelu_with_noise_functional
def test_rrelu_with_noise_functional():
    op = torch.ops.aten.rrelu_with_noise_functional
    names = "input noise lower upper training generator"
    Pointwise("rrelu_with_noise_functional", op, FLOAT, training, names=names).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .dtypes import FLOAT
from .families.pointwise import Pointwise

LOWER, UPPER = 1 / 8, 1 / 3


def trained(shape, dtype):
    gradient, noise = Tensor(shape, dtype), uniform(shape, dtype, LOWER, UPPER)
    yield call(gradient, Tensor(shape, dtype), noise, LOWER, UPPER, True, False)


@pytest.mark.rrelu_with_noise_backward
def test_rrelu_with_noise_backward():
    op = torch.ops.aten.rrelu_with_noise_backward
    names = "grad_output input noise lower upper training self_is_result"
    Pointwise("rrelu_with_noise_backward", op, FLOAT, trained, names=names).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.reduction import NotVectorReduction


def sum_of_experts(x, out):
    return torch.sum(x, dim=1, out=out)


def experts(shape, dtype):
    tokens, *of_token, columns = shape
    x = Tensor((tokens, *(of_token or (1,)), columns), dtype)
    yield call(x, empty((tokens, columns), dtype))


@pytest.mark.moe_sum
def test_moe_sum():
    NotVectorReduction("moe_sum", sum_of_experts, FLOAT, experts, names="input output").run()

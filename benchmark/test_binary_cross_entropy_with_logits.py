# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def logits(shape, dtype):
    yield call(Tensor(shape, dtype), uniform(shape, dtype))


@pytest.mark.binary_cross_entropy_with_logits
def test_binary_cross_entropy_with_logits():
    op = torch.ops.aten.binary_cross_entropy_with_logits
    Pointwise("binary_cross_entropy_with_logits", op, FLOAT, logits, names="input target").run()

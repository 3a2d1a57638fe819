# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import Reduction


def last(shape, dtype):
    yield call(Tensor(shape, dtype), -1, None)


@pytest.mark.safe_softmax
def test_safe_softmax():
    op, names = torch.ops.aten._safe_softmax, "input dim dtype"
    Reduction("safe_softmax", op, FLOAT, last, shapes="pointwise", names=names).run()

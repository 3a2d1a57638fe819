# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import Reduction


def pair(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, dtype))


@pytest.mark.dist
def test_dist():
    Reduction("dist", torch.dist, FLOAT, pair, shapes="pointwise", names="input other").run()

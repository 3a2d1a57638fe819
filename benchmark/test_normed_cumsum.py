# SPDX-License-Identifier: Apache-2.0
import pytest

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import Reduction


def normed_cumsum(x, dim):
    return x.cumsum(dim) / x.sum(dim, keepdim=True)


def last(shape, dtype):
    yield call(Tensor(shape, dtype), -1)


@pytest.mark.normed_cumsum
def test_normed_cumsum():
    Reduction("normed_cumsum", normed_cumsum, FLOAT, last, shapes="pointwise").run()

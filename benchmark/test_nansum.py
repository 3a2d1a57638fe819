# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import Reduction


def whole_and_each_dimension(shape, dtype):
    yield call(Tensor(shape, dtype))
    dims = {1: (), 2: (-1, 0), 3: (-1, 0, 1)}
    for dim in dims[len(shape)]:
        yield call(Tensor(shape, dtype), dim)


@pytest.mark.nansum
def test_benchmark_nansum():
    Reduction("nansum", torch.nansum, FLOAT, whole_and_each_dimension).run()

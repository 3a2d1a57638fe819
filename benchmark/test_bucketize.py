# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def four_buckets(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor((5,), dtype, "arange", low=-2))


@pytest.mark.bucketize
def test_bucketize_perf():
    Pointwise("bucketize", torch.bucketize, FLOAT, four_buckets, names="input boundaries").run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pooling import Pooling

SHAPES = [(4, 3, 224), (16, 64, 128), (32, 128, 64), (64, 256, 32), (128, 512, 16)]
WINDOW = {"kernel_size": [3], "stride": [2], "padding": [1], "ceil_mode": False, "count_include_pad": True}


def halved(shape, dtype):
    yield call(Tensor(shape, dtype), **WINDOW)


@pytest.mark.avg_pool1d
def test_avg_pool1d():
    Pooling("avg_pool1d", torch.ops.aten.avg_pool1d, FLOAT, halved, shapes=SHAPES).run()

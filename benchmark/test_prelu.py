# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def slope_per_channel(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape[1:2], dtype))


@pytest.mark.prelu
def test_prelu():
    Pointwise("prelu", torch.ops.aten.prelu, FLOAT, slope_per_channel, names="input weight").run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .families.pointwise import Pointwise


def masked(shape, dtype):
    yield call(Tensor(shape, dtype), integers(shape, 2, dtype=torch.uint8), 2.0)


@pytest.mark.masked_scale
@pytest.mark.parametrize("dtype", [torch.float32])
def test_masked_scale(dtype):
    op = torch.ops.aten._masked_scale
    Pointwise("masked_scale", op, (dtype,), masked, names="input mask scale").run()

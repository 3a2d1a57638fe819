# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.pointwise import Pointwise


def wide(shape, dtype):
    yield call(Tensor(shape, torch.int64), dtype=dtype)


@pytest.mark.to_copy
def test_to_copy():
    name, dtypes = "to_copy_torch.int64_to_torch.int32", (torch.int32,)
    Pointwise(name, torch.ops.aten._to_copy, dtypes, wide).run()

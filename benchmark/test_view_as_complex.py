# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.pointwise import Pointwise


def pairs(shape, dtype):
    yield call(Tensor((*shape, 2), dtype))


@pytest.mark.view_as_complex
def test_view_as_complex():
    dtypes = (torch.float16, torch.float32)
    Pointwise("view_as_complex", torch.view_as_complex, dtypes, pairs).run()

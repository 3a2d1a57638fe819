# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.indexing import Indexing


def masked(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, torch.bool), list(shape))


@pytest.mark.masked_scatter_backward
def test_masked_scatter_backward():
    op = torch.ops.aten.masked_scatter_backward
    Indexing("masked_scatter_backward", op, FLOAT, masked, names="grad_output mask sizes").run()

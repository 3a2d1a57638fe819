# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.indexing import Indexing

SHAPES = [*((2**power,) for power in range(10, 19)), (2**20,)]
NAMES = "input mask indices fill"


def half(shape, dtype):
    index = integers(shape, shape[0])
    yield call(Tensor(shape, dtype), Tensor(shape, torch.bool), [index], 0.0)


@pytest.mark.unsafe_masked_index
def test_unsafe_masked_index():
    op = torch._unsafe_masked_index
    Indexing("unsafe_masked_index", op, FLOAT, half, shapes=SHAPES, names=NAMES).run()

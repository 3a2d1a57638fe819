# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .families.indexing import Indexing

SHAPES = [(64,), (4096,), (8, 128), (2, 1024, 64)]
NAMES = "input mask indices values"


def half(shape, dtype):
    mask = integers(shape, 2, dtype=torch.int32)
    indices = [integers(shape, size) for size in shape]
    yield call(Tensor(shape, dtype), mask, indices, Tensor(shape, dtype))


@pytest.mark.unsafe_masked_index_put_accumulate
def test_unsafe_masked_index_put_accumulate():
    op, dtypes = torch._unsafe_masked_index_put_accumulate, (torch.float16, torch.float32)
    name, options = "unsafe_masked_index_put_accumulate", {"shapes": SHAPES, "names": NAMES}
    Indexing(name, op, dtypes, half, **options).run()

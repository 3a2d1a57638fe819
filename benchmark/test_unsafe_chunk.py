# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.joining import Joining


def two_to_five(shape, dtype):
    for chunks in (2, 3, 4, 5):
        yield call(Tensor(shape, dtype), chunks=chunks, dim=0)


@pytest.mark.unsafe_chunk
def test_unsafe_chunk():
    op, options = torch.unsafe_chunk, {"shapes": "pointwise", "names": "input"}
    Joining("unsafe_chunk", op, FLOAT, two_to_five, **options).run()

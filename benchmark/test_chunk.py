# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.joining import Joining


def thirds(shape, dtype):
    yield call(Tensor(shape, dtype), chunks=3, dim=0)


@pytest.mark.chunk
def test_chunk():
    Joining("chunk", torch.chunk, FLOAT, thirds, shapes="pointwise", names="input").run()

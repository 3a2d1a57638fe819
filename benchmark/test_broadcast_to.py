# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

PAIRS = [
    ((1024,), (1, 1024)),
    ((64, 1), (64, 4096)),
    ((1, 64), (4096, 64)),
    ((1, 1, 1), (64, 512, 512)),
]


def widened(shape, dtype):
    narrow, wide = shape
    yield call(Tensor(narrow, dtype), list(wide))


@pytest.mark.broadcast_to
def test_broadcast_to():
    Pointwise("broadcast_to", torch.broadcast_to, FLOAT, widened, shapes=PAIRS, names="input size").run()

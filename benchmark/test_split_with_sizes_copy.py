# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.joining import Joining

SHAPES = [
    (10,),
    (10, 4),
    (10, 4, 8),
    (10, 4, 8, 16),
    (16, 32),
    (8, 64, 128),
    (1, 8192),
    (32, 50257),
]
NAMES = "input split_sizes dim"


# One row makes two empty parts and itself.
def two_quarters_and_the_rest(shape, dtype):
    quarter = shape[0] // 4
    yield call(Tensor(shape, dtype), [quarter, quarter, shape[0] - 2 * quarter], 0)


@pytest.mark.split_with_sizes_copy
def test_split_with_sizes_copy():
    op, inputs = torch.split_with_sizes_copy, two_quarters_and_the_rest
    Joining("split_with_sizes_copy", op, FLOAT, inputs, shapes=SHAPES, names=NAMES).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.joining import Joining

SHAPES = [(16,), (32,), (64,), (128,), (256,), (8, 16), (16, 32), (32, 64), (64, 128)]


def halves_and_quarters(shape, dtype):
    for chunks in (2, 4):
        yield call([Tensor(shape, dtype)], 0, chunks)


@pytest.mark.chunk_cat
def test_chunk_cat():
    op = torch._chunk_cat
    names = "tensors dim num_chunks"
    Joining("chunk_cat", op, FLOAT, halves_and_quarters, shapes=SHAPES, names=names).run()

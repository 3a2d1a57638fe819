# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .families.indexing import Indexing

DTYPES = (torch.float32, torch.float16)
SHAPES = [(4, 4), (16, 16), (128, 128), (256, 256), (1024, 1024)]


def named(shape, dtype):
    rows = shape[0]
    yield call(input=integers((rows,), rows), weight=Tensor(shape, dtype))


def positional(shape, dtype):
    rows = shape[0]
    yield call(integers((rows,), rows), Tensor(shape, dtype))


@pytest.mark.embedding
def test_embedding():
    Indexing("embedding", torch.nn.functional.embedding, DTYPES, named, shapes=SHAPES).run()


@pytest.mark.embedding_backward
def test_embedding_backward():
    op = torch.nn.functional.embedding
    Indexing(
        "embedding_backward", op, DTYPES, positional, shapes=SHAPES, names="input weight", backward=True
    ).run()

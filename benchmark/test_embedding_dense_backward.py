# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.indexing import Indexing

SIZES = [(32, 2048, 128, 8192), (16, 2048, 256, 16384), (8, 4096, 256, 32768)]  # n, length, columns, rows
NAMES = "grad_output indices num_weights padding_idx scale_grad_by_freq"


def with_and_without_padding(shape, dtype):
    batch, length, columns, rows = shape
    for padding, by_frequency in ((-1, False), (0, True), (5, False)):
        gradient = Tensor((batch, length, columns), dtype)
        yield call(gradient, integers((batch, length), rows), rows, padding, by_frequency)


@pytest.mark.embedding_dense_backward
def test_embedding_dense_backward():
    op = torch.ops.aten.embedding_dense_backward
    name = "embedding_dense_backward"
    Indexing(name, op, FLOAT, with_and_without_padding, shapes=SIZES, names=NAMES).run()

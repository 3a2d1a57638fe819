# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.indexing import Indexing

SIZES = [  # sequences, longest, elements of all sequences
    (8, 8, 44),
    (16, 16, 138),
    (32, 32, 522),
    (64, 64, 2331),
    (128, 64, 4400),
    (256, 128, 16564),
    (512, 256, 69373),
]


def starts(spec, device, generator):
    """Where each sequence begins, and the end, for sequences of about the same length."""
    sequences = spec.numel - 1
    return torch.arange(spec.numel, dtype=spec.dtype, device=device) * int(spec.high) // sequences


def sequences_of_numbers(shape, dtype):
    count, longest, elements = shape
    offsets = Tensor((count + 1,), torch.int64, starts, high=elements)
    yield call(Tensor((elements,), dtype), [offsets], [longest], 0.0)


@pytest.mark.jagged_to_padded_dense_forward
def test_jagged_to_padded_dense_forward():
    op, names = torch.ops.aten._jagged_to_padded_dense_forward, "values offsets max_lengths padding_value"
    name = "jagged_to_padded_dense_forward"
    Indexing(name, op, FLOAT, sequences_of_numbers, shapes=SIZES, names=names).run()

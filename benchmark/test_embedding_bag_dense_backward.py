# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty, full, integers
from .dtypes import FLOAT
from .families.indexing import Indexing

SIZES = [  # bags, columns, rows of the table, indices in a bag
    (8, 16, 50, 4),
    (16, 32, 100, 4),
    (32, 64, 100, 4),
    (64, 128, 200, 4),
    (128, 256, 500, 4),
    (256, 128, 500, 8),
    (512, 256, 1000, 8),
]
NAMES = """grad indices offset2bag bag_size maximum_indices num_weights scale_grad_by_freq mode
    per_sample_weights padding_idx"""


def bag_of_each(spec, device, generator):
    return torch.arange(spec.numel, dtype=spec.dtype, device=device) // int(spec.high)


def sum_of_bags(shape, dtype):
    bags, columns, rows, each = shape
    count = bags * each
    yield call(
        Tensor((bags, columns), dtype),
        integers((count,), rows),
        Tensor((count,), torch.int64, bag_of_each, high=each),
        full((bags,), torch.int64, each),
        empty((0,), torch.int64),
        rows,
        False,
        0,
        None,
        -1,
    )


@pytest.mark.embedding_bag_dense_backward
def test_embedding_bag_dense_backward():
    op = torch.ops.aten._embedding_bag_dense_backward
    Indexing("embedding_bag_dense_backward", op, FLOAT, sum_of_bags, shapes=SIZES, names=NAMES).run()

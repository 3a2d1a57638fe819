# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .families.indexing import Indexing

SIZES = [(2, 2, 3, 4), (4, 4, 8, 16), (1, 1, 10, 32), (3, 3, 5, 8)]  # bags twice, indices in a bag, columns
ROWS = 64
NAMES = "grad weight indices offsets offset2bag mode padding_idx"


def bag_of_each(spec, device, generator):
    return torch.arange(spec.numel, dtype=spec.dtype, device=device) // int(spec.high)


def start_of_each(spec, device, generator):
    return torch.arange(spec.numel, dtype=spec.dtype, device=device) * int(spec.high)


def sum_of_bags(shape, dtype):
    _, bags, each, columns = shape
    count = bags * each
    yield call(
        Tensor((bags, columns), dtype),
        Tensor((ROWS, columns), dtype),
        integers((count,), ROWS),
        Tensor((bags + 1,), torch.int64, start_of_each, high=each),
        Tensor((count,), torch.int64, bag_of_each, high=each),
        0,
        -1,
    )


@pytest.mark.embedding_bag_per_sample_weights_backward
def test_embedding_bag_per_sample_weights_backward():
    name = "_embedding_bag_per_sample_weights_backward"
    op = torch.ops.aten._embedding_bag_per_sample_weights_backward
    Indexing(name, op, (torch.float32,), sum_of_bags, shapes=SIZES, names=NAMES).run()

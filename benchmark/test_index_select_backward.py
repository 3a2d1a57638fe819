# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.indexing import Indexing

SHAPES = [  # size of the gradient, dimension; the public tree draws the dimension anew for each case
    ((16, 64), 0),
    ((32, 128), 0),
    ((64, 256), 1),
    ((16, 16, 64), 0),
    ((32, 32, 128), 2),
]


def eight_more(shape, dtype):
    size, dim = shape
    whole = list(size)
    whole[dim] += 8
    yield call(Tensor(size, dtype), whole, dim, integers((size[dim],), whole[dim]))


@pytest.mark.index_select_backward
def test_index_select_backward():
    op, names = torch.ops.aten.index_select_backward, "grad self_sizes dim index"
    Indexing("index_select_backward", op, FLOAT, eight_more, shapes=SHAPES, names=names).run()

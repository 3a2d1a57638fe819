# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.indexing import Indexing

# Rows, columns, row stride, column stride and offset of the view; elements of the base.
VIEWS = [(128, 256, 256, 1, 0, 32768), (64, 64, 130, 2, 5, 8322), (1, 65536, 131072, 2, 1, 131072)]
NAMES = "input src view_size stride storage_offset"


def scattered(shape, dtype):
    *size, row_stride, column_stride, offset, count = shape
    yield call(Tensor((count,), dtype), Tensor(size, dtype), size, [row_stride, column_stride], offset)


@pytest.mark.as_strided_scatter
def test_as_strided_scatter():
    op = torch.ops.aten.as_strided_scatter
    Indexing("as_strided_scatter", op, FLOAT, scattered, shapes=VIEWS, names=NAMES).run()

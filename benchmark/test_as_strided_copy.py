# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import BOOL, FLOAT, INT
from .families.pointwise import Pointwise

# Shape of the base; size, strides and offset of the view.
VIEWS = [
    ((64, 64), (64, 64), (64, 1), 0),
    ((256, 256), (128, 128), (1, 256), 0),
    ((1024, 1024), (512, 512), (1024, 1), 0),
    ((64, 128, 64), (32, 64, 32), (8192, 64, 2), 0),
    ((1048576,), (524288,), (2,), 0),
]
NAMES = "input view_size stride storage_offset"


def view(shape, dtype):
    base, size, stride, offset = shape
    yield call(Tensor(base, dtype), list(size), list(stride), offset)


def view_into(shape, dtype):
    base, size, stride, offset = shape
    yield call(Tensor(base, dtype), list(size), list(stride), offset, out=empty(size, dtype))


@pytest.mark.as_strided_copy
def test_as_strided_copy():
    op = torch.ops.aten.as_strided_copy
    Pointwise("as_strided_copy", op, FLOAT + INT + BOOL, view, shapes=VIEWS, names=NAMES).run()


@pytest.mark.as_strided_copy_out
def test_as_strided_copy_out():
    op = torch.ops.aten.as_strided_copy
    Pointwise("as_strided_copy_out", op, FLOAT + INT + BOOL, view_into, shapes=VIEWS, names=NAMES).run()

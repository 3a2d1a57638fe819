# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.joining import Joining

SHAPES = [(16, 256, 256), (128, 256, 256), (64, 64, 64, 64)]
DTYPES = (torch.int32,)


def each_thrice(shape, dtype):
    yield call(Tensor(shape, dtype), 3)


def counts(shape):
    return integers(shape[:1], 31)


def each_plane(shape, dtype):
    yield call(Tensor(shape, dtype), counts(shape), 0)


def counts_alone(shape, dtype):
    yield call(counts(shape))


@pytest.mark.repeat_interleave_self_int
def test_repeat_interleave_self_int():
    op, names = torch.repeat_interleave, "input repeats"
    Joining("repeat_interleave_self_int", op, FLOAT, each_thrice, shapes=SHAPES, names=names).run()


@pytest.mark.repeat_interleave_self_tensor
def test_repeat_interleave_self_tensor():
    op, names = torch.repeat_interleave, "input repeats dim"
    Joining("repeat_interleave_self_tensor", op, DTYPES, each_plane, shapes=SHAPES, names=names).run()


@pytest.mark.repeat_interleave_tensor
def test_repeat_interleave_tensor():
    op = torch.repeat_interleave
    Joining("repeat_interleave_tensor", op, DTYPES, counts_alone, shapes=SHAPES, names="repeats").run()

# SPDX-License-Identifier: Apache-2.0
import math

import pytest
import torch

from .cases import Tensor, call, empty, integers
from .dtypes import FLOAT
from .families.indexing import Indexing

NAMES = "input index"


def as_many(shape, dtype):
    count = math.prod(shape)
    yield call(Tensor(shape, dtype), integers((count,), count))


def as_many_into(shape, dtype):
    for made in as_many(shape, dtype):
        yield call(*made.args, out=empty(made.args[1].shape, dtype))


@pytest.mark.take
def test_take():
    Indexing("take", torch.take, FLOAT, as_many, shapes="pointwise", names=NAMES).run()


@pytest.mark.take_out
def test_take_out():
    Indexing("take_out", torch.take, FLOAT, as_many_into, shapes="pointwise", names=NAMES).run()

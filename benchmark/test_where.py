# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def choice(shape, dtype):
    yield call(Tensor(shape, torch.bool), Tensor(shape, dtype), Tensor(shape, dtype))


def choice_out(shape, dtype):
    yield call(Tensor(shape, torch.bool), Tensor(shape, dtype), Tensor(shape, dtype), out=empty(shape, dtype))


@pytest.mark.where_self
def test_where_self():
    Pointwise("where_self", torch.where, FLOAT, choice, names="condition input other").run()


@pytest.mark.where_self_out
def test_where_self_out():
    Pointwise("where_self_out", torch.where, FLOAT, choice_out, names="condition input other").run()

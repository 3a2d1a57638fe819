# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.pointwise import Binary, Pointwise


def into_the_third(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), empty(shape, dtype))


def heaviside_out(x, values, out):
    return torch.heaviside(x, values, out=out)


@pytest.mark.heaviside
def test_heaviside():
    Binary("heaviside", torch.ops.aten.heaviside, FLOAT, names="input values").run()


@pytest.mark.heaviside
def test_heaviside_out():
    Pointwise("heaviside", heaviside_out, FLOAT, into_the_third, names="input values out").run()

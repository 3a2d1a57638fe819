# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def bounds(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), Tensor(shape, dtype))


def named_bounds(shape, dtype):
    yield call(Tensor(shape, dtype), min=Tensor(shape, dtype), max=Tensor(shape, dtype))


@pytest.mark.clamp
def test_clamp():
    Pointwise("clamp", torch.clamp, FLOAT, bounds, names="input min max").run()


@pytest.mark.clamp_
def test_clamp_inplace():
    Pointwise("clamp_", torch.clamp_, FLOAT, bounds, names="input min max", inplace=True).run()


@pytest.mark.clamp_tensor
def test_clamp_tensor():
    Pointwise("clamp_tensor", torch.clamp, FLOAT, named_bounds).run()


@pytest.mark.clamp_tensor_
def test_clamp_tensor_inplace():
    Pointwise("clamp_tensor_", torch.clamp_, FLOAT, named_bounds, inplace=True).run()

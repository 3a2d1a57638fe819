# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def half_way(shape, dtype):
    yield call(input=Tensor(shape, dtype), end=Tensor(shape, dtype), weight=0.5)


def each_its_way(shape, dtype):
    yield call(input=Tensor(shape, dtype), end=Tensor(shape, dtype), weight=Tensor(shape, dtype))


def lerp_(input, end, weight):
    return input.lerp_(end, weight)


@pytest.mark.lerp_scalar
def test_lerp_scalar():
    Pointwise("lerp_scalar", torch.lerp, FLOAT, half_way).run()


@pytest.mark.lerp_scalar_
def test_lerp_scalar_inplace():
    Pointwise("lerp_scalar_", lerp_, FLOAT, half_way, inplace=True).run()


@pytest.mark.lerp_tensor
def test_lerp_tensor():
    Pointwise("lerp_tensor", torch.lerp, FLOAT, each_its_way).run()


@pytest.mark.lerp_tensor_
def test_lerp_tensor_inplace():
    Pointwise("lerp_tensor_", lerp_, FLOAT, each_its_way, inplace=True).run()

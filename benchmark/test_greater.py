# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.pointwise import Binary, Pointwise, WithNumbers


def tensors_into(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), out=empty(shape, torch.bool))


def zero_into(shape, dtype):
    yield call(Tensor(shape, dtype), 0, out=empty(shape, torch.bool))


@pytest.mark.greater
def test_greater():
    Binary("greater", torch.greater, FLOAT).run()


@pytest.mark.greater_out
def test_greater_out():
    Pointwise("greater_out", torch.greater, FLOAT, tensors_into).run()


@pytest.mark.greater_scalar
def test_greater_scalar():
    WithNumbers("greater_scalar", torch.greater, FLOAT, 0.5).run()


@pytest.mark.greater_scalar_out
def test_greater_scalar_out():
    Pointwise("greater_scalar_out", torch.greater, FLOAT, zero_into).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.pointwise import Binary, BinaryOut, Pointwise, WithNumbers


def number_first_into(shape, dtype):
    yield call(2.0, Tensor(shape, dtype), out=empty(shape, dtype))


def number_last_into(shape, dtype):
    yield call(Tensor(shape, dtype), 3.5, out=empty(shape, dtype))


@pytest.mark.xlogy
def test_xlogy():
    Binary("xlogy", torch.xlogy, FLOAT).run()


@pytest.mark.xlogy_out
def test_xlogy_out():
    BinaryOut("xlogy_out", torch.xlogy, FLOAT).run()


@pytest.mark.xlogy_scalar_tensor
def test_xlogy_scalar_tensor():
    WithNumbers("xlogy_scalar_tensor", torch.xlogy, FLOAT, 2.0, number_first=True).run()


@pytest.mark.xlogy_tensor_scalar
def test_xlogy_tensor_scalar():
    WithNumbers("xlogy_tensor_scalar", torch.xlogy, FLOAT, 3.5).run()


@pytest.mark.xlogy_scalar_tensor_out
def test_xlogy_scalar_tensor_out():
    Pointwise("xlogy_scalar_tensor_out", torch.xlogy, FLOAT, number_first_into).run()


@pytest.mark.xlogy_tensor_scalar_out
def test_xlogy_tensor_scalar_out():
    Pointwise("xlogy_tensor_scalar_out", torch.xlogy, FLOAT, number_last_into).run()

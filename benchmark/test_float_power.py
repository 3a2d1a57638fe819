# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.pointwise import Binary, Pointwise, WithNumbers

SHAPES = [(4,), (1024,), (65536,), (512, 512), (2048, 2048)]
BASE, EXPONENT = 2.0, 1.234
SELF, POWER = "self exponent", torch.ops.aten.float_power


def number_to_tensor_into(shape, dtype):
    yield call(BASE, Tensor(shape, dtype), out=empty(shape, torch.float64))


def tensor_to_number_into(shape, dtype):
    yield call(Tensor(shape, dtype), EXPONENT, out=empty(shape, torch.float64))


def tensor_to_tensor_into(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), out=empty(shape, torch.float64))


@pytest.mark.float_power_scalar_tensor
def test_float_power_scalar_tensor():
    name, op = "float_power_scalar_tensor", POWER.Scalar
    WithNumbers(name, op, FLOAT, BASE, number_first=True, shapes=SHAPES, names=SELF).run()


@pytest.mark.float_power_scalar_tensor_out
def test_float_power_scalar_tensor_out():
    name, op = "float_power_scalar_tensor_out", POWER.Scalar_out
    Pointwise(name, op, FLOAT, number_to_tensor_into, shapes=SHAPES, names=SELF).run()


@pytest.mark.float_power_tensor_scalar
def test_float_power_tensor_scalar():
    name, op = "float_power_tensor_scalar", POWER.Tensor_Scalar
    WithNumbers(name, op, FLOAT, EXPONENT, shapes=SHAPES, names=SELF).run()


@pytest.mark.float_power_tensor_scalar_out
def test_float_power_tensor_scalar_out():
    name, op = "float_power_tensor_scalar_out", POWER.Tensor_Scalar_out
    Pointwise(name, op, FLOAT, tensor_to_number_into, shapes=SHAPES, names=SELF).run()


@pytest.mark.float_power_tensor_tensor
def test_float_power_tensor_tensor():
    name, op = "float_power_tensor_tensor", POWER.Tensor_Tensor
    Binary(name, op, FLOAT, shapes=SHAPES, names=SELF).run()


@pytest.mark.float_power_tensor_tensor_out
def test_float_power_tensor_tensor_out():
    name, op = "float_power_tensor_tensor_out", POWER.Tensor_Tensor_out
    Pointwise(name, op, FLOAT, tensor_to_tensor_into, shapes=SHAPES, names=SELF).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .dtypes import FLOAT
from .families.pointwise import Pointwise, WithNumbers

MEAN, STD = 3.0, 10.0


def mean_and_deviations(shape, dtype):
    yield call(MEAN, uniform(shape, dtype))


def means_and_deviations(shape, dtype):
    yield call(Tensor(shape, dtype), uniform(shape, dtype))


@pytest.mark.normal_float_tensor
def test_normal_float_tensor():
    Pointwise("normal_float_tensor", torch.normal, FLOAT, mean_and_deviations, names="mean std").run()


@pytest.mark.normal_float_float_
def test_normal_inplace():
    op = torch.Tensor.normal_
    WithNumbers("normal_float_float_", op, FLOAT, MEAN, STD, names="input mean std").run()


@pytest.mark.normal_tensor_float
def test_normal_tensor_float():
    WithNumbers("normal_tensor_float", torch.normal, FLOAT, STD, names="mean std").run()


@pytest.mark.normal_tensor_tensor
def test_normal_tensor_tensor():
    Pointwise("normal_tensor_tensor", torch.normal, FLOAT, means_and_deviations, names="mean std").run()

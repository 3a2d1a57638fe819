# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers

NAMES = "input exponent"


@pytest.mark.pow_tensor_tensor_
def test_pow_inplace():
    Binary("pow_tensor_tensor_", torch.Tensor.pow_, FLOAT, names=NAMES, inplace=True).run()


@pytest.mark.pow_scalar
def test_pow_scalar():
    WithNumbers("pow_scalar", torch.pow, FLOAT, 0.001, number_first=True, names=NAMES).run()


@pytest.mark.pow_tensor_scalar
def test_pow_tensor_scalar():
    WithNumbers("pow_tensor_scalar", torch.pow, FLOAT, 0.001, names=NAMES).run()


@pytest.mark.pow_tensor_scalar_
def test_pow_tensor_scalar_inplace():
    WithNumbers("pow_tensor_scalar_", torch.Tensor.pow_, FLOAT, 0.001, names=NAMES, inplace=True).run()


# The public node has a number for the base here too.
@pytest.mark.pow_tensor_tensor
def test_pow_tensor_tensor():
    WithNumbers("pow_tensor_tensor", torch.pow, FLOAT, 0.001, number_first=True, names=NAMES).run()

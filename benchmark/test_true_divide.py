# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.div_tensor
def test_true_divide():
    Binary("div_tensor", torch.true_divide, FLOAT).run()


@pytest.mark.div_scalar_
def test_true_divide_inplace_scalar():
    WithNumbers("div_scalar_", torch.Tensor.true_divide_, FLOAT, 0.5, inplace=True).run()


@pytest.mark.div_scalar
def test_true_divide_scalar():
    WithNumbers("div_scalar", torch.true_divide, FLOAT, 0.5).run()


@pytest.mark.true_divide
def test_true_divide_tensor_dispatch():
    Binary("true_divide", torch.ops.aten.true_divide.Tensor, FLOAT).run()

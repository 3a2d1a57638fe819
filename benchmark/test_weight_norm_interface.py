# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .dtypes import FLOAT
from .families.norm import Norm


# The public node gives each element a factor of its own, where one for each row would do.
def rows(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), 0)


def gradient(shape, dtype):
    of_rows = (shape[0],)
    norms = uniform(of_rows, dtype, 0.1, 1.1)
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), Tensor(of_rows, dtype), norms, 0)


@pytest.mark.weight_norm_interface
def test_weight_norm_interface():
    op, options = torch._weight_norm, {"shapes": "not_1d", "names": "v g dim"}
    Norm("weight_norm_interface", op, FLOAT, rows, **options).run()


@pytest.mark.weight_norm_interface_backward
def test_weight_norm_interface_backward():
    name, op = "weight_norm_interface_backward", torch.ops.aten._weight_norm_interface_backward
    options = {"shapes": "not_1d", "names": "grad_w saved_v saved_g saved_norms dim"}
    Norm(name, op, (torch.float32,), gradient, **options).run()

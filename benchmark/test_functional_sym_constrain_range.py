# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def five_between_one_and_ten(shape, dtype):
    yield call(5, 1, 10, Tensor(shape, dtype))


@pytest.mark.functional_sym_constrain_range
def test_functional_sym_constrain_range():
    op = torch.ops.aten._functional_sym_constrain_range
    name = "functional_sym_constrain_range"
    Pointwise(name, op, FLOAT, five_between_one_and_ten, names="size min max dep_token").run()

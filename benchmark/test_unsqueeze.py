# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def second_dimension(shape, dtype):
    yield call(Tensor(shape, dtype), 0 if len(shape) == 1 else 1)


@pytest.mark.unsqueeze
def test_unsqueeze():
    Pointwise("unsqueeze", torch.unsqueeze, FLOAT, second_dimension, names="input dim").run()


@pytest.mark.unsqueeze_
def test_unsqueeze_():
    op, names = torch.Tensor.unsqueeze_, "input dim"
    Pointwise("unsqueeze_", op, FLOAT, second_dimension, names=names, inplace=True).run()

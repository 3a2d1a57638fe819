# SPDX-License-Identifier: Apache-2.0
import math

import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def flat(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor((math.prod(shape),), dtype))


@pytest.mark.resize_as
def test_resize_as():
    Pointwise("resize_as", torch.Tensor.resize_as, FLOAT, flat, names="input the_template").run()


@pytest.mark.resize_as_
def test_resize_as_():
    op, names = torch.Tensor.resize_as_, "input the_template"
    Pointwise("resize_as_", op, FLOAT, flat, names=names, inplace=True).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


def flat(x):
    return torch.ops.aten.resize(x, [x.numel()])


def flat_(x):
    return torch.ops.aten.resize_(x, [x.numel()])


@pytest.mark.resize
def test_resize():
    Unary("resize", flat, FLOAT).run()


@pytest.mark.resize_
def test_resize_():
    Unary("resize_", flat_, FLOAT).run()

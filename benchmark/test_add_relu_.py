# SPDX-License-Identifier: Apache-2.0
import pytest

from .dtypes import FLOAT
from .families.pointwise import Binary


def add_relu_(x, y):
    return x.add_(y).relu_()


@pytest.mark.add_relu_
def test_add_relu_():
    Binary("add_relu_", add_relu_, FLOAT, inplace=True).run()

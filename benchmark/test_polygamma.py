# SPDX-License-Identifier: Apache-2.0
import functools

import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


def trigamma_(x):
    return x.polygamma_(1)


@pytest.mark.polygamma
def test_polygamma():
    Unary("polygamma", functools.partial(torch.polygamma, 1), FLOAT).run()


@pytest.mark.polygamma_
def test_polygamma_inplace():
    Unary("polygamma_", trigamma_, FLOAT, inplace=True).run()


@pytest.mark.polygamma_out
def test_polygamma_out():
    UnaryOut("polygamma_out", functools.partial(torch.polygamma, 1), FLOAT).run()

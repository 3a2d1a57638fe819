# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.hardsigmoid
def test_hardsigmoid():
    Unary("hardsigmoid", torch.nn.functional.hardsigmoid, FLOAT).run()


@pytest.mark.hardsigmoid_
def test_hardsigmoid_inplace():
    Unary("hardsigmoid_", torch.ops.aten.hardsigmoid_, FLOAT, inplace=True).run()


@pytest.mark.hardsigmoid_out
def test_hardsigmoid_out():
    UnaryOut("hardsigmoid_out", torch.ops.aten.hardsigmoid.out, FLOAT).run()

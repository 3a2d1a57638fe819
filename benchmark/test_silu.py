# SPDX-License-Identifier: Apache-2.0
import functools

import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, Unary


@pytest.mark.silu
def test_silu():
    Unary("silu", torch.nn.functional.silu, FLOAT).run()


@pytest.mark.silu_
def test_silu_inplace():
    Unary("silu_", functools.partial(torch.nn.functional.silu, inplace=True), FLOAT, inplace=True).run()


@pytest.mark.silu_backward
def test_silu_backward():
    Binary("silu_backward", torch.ops.aten.silu_backward, FLOAT, names="grad_output input").run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.blas import Blas, linear


@pytest.mark.linear
def test_linear():
    Blas("linear", torch.nn.functional.linear, FLOAT, linear).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import WithNumbers


@pytest.mark.cauchy_
def test_cauchy_inplace():
    WithNumbers("cauchy_", torch.Tensor.cauchy_, FLOAT, 0.0, 1.0, names="input median sigma").run()


@pytest.mark.cauchy
def test_cauchy_out():
    WithNumbers("cauchy", torch.ops.aten.cauchy, FLOAT, 0.0, 1.0, names="input median sigma").run()

# SPDX-License-Identifier: Apache-2.0
import functools

import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.mvlgamma_
def test_mvlgamma_():
    Unary("mvlgamma_", functools.partial(torch.Tensor.mvlgamma_, p=2), FLOAT).run()


@pytest.mark.special_multigammaln
def test_special_multigammaln():
    Unary("special_multigammaln", functools.partial(torch.special.multigammaln, p=2), FLOAT).run()

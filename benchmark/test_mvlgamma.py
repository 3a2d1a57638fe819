# SPDX-License-Identifier: Apache-2.0
import functools

import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.mvlgamma
def test_mvlgamma():
    Unary("mvlgamma", functools.partial(torch.mvlgamma, p=2), FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.reduction import Reduction


@pytest.mark.amin
@pytest.mark.parametrize("dtype", FLOAT)
def test_amin(dtype):
    Reduction("amin", torch.amin, (dtype,)).run()


def spread_minimum(x, *dim):
    return x.copy_(torch.amin(x, *dim, keepdim=True))


@pytest.mark.amin_
@pytest.mark.parametrize("dtype", FLOAT)
def test_amin_(dtype):
    Reduction("amin_", spread_minimum, (dtype,), inplace=True).run()

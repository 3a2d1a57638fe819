# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.reduction import Reduction


@pytest.mark.var_mean
def test_var_mean():
    Reduction("var_mean", torch.var_mean, FLOAT).run()

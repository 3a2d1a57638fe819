# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.nan_to_num
def test_nan_to_num():
    Unary("nan_to_num", torch.nan_to_num, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import BOOL
from .families.pointwise import Unary


@pytest.mark.is_all_true
def test_is_all_true():
    Unary("is_all_true", torch._is_all_true, BOOL).run()

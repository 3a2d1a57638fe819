# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.has_compatible_shallow_copy_type
def test_has_compatible_shallow_copy_type():
    op = torch._has_compatible_shallow_copy_type
    Binary("has_compatible_shallow_copy_type", op, FLOAT, names="input from").run()

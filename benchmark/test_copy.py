# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import BOOL, FLOAT, INT
from .families.pointwise import Binary


@pytest.mark.copy
def test_copy_functional():
    Binary("copy", torch.ops.aten.copy, FLOAT + INT + BOOL, names="input src").run()


@pytest.mark.copy_
def test_copy_inplace():
    Binary("copy_", torch.ops.aten.copy_, FLOAT + INT + BOOL, names="input src", inplace=True).run()

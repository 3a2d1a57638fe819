# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.alias_copy
def test_alias_copy():
    Unary("alias_copy", torch.ops.aten.alias_copy, FLOAT).run()


@pytest.mark.alias_copy_out
def test_alias_copy_out():
    UnaryOut("alias_copy_out", torch.ops.aten.alias_copy, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.alias
def test_alias():
    Unary("alias", torch.ops.aten.alias, FLOAT).run()

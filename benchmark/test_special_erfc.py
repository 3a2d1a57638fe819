# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.erfc
def test_erfc():
    Unary("erfc", torch.ops.aten.erfc, FLOAT).run()


@pytest.mark.erfc_
def test_erfc_():
    Unary("erfc_", torch.ops.aten.erfc_, FLOAT, inplace=True).run()


@pytest.mark.special_erfc
def test_special_erfc():
    Unary("special_erfc", torch.ops.aten.special_erfc, FLOAT).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.arccosh
def test_arccosh():
    Unary("arccosh", torch.arccosh, FLOAT).run()


@pytest.mark.arccosh_out
def test_arccosh_out():
    UnaryOut("arccosh_out", torch.arccosh, FLOAT).run()

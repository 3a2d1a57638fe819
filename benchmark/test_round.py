# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.round
def test_round():
    Unary("round", torch.round, FLOAT).run()


@pytest.mark.round_
def test_round_inplace():
    Unary("round_", torch.round_, FLOAT, inplace=True).run()


@pytest.mark.round_out
def test_round_out():
    UnaryOut("round_out", torch.round, FLOAT).run()

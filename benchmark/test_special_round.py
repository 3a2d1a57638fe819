# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.special_round
def test_special_round():
    Unary("special_round", torch.special.round, FLOAT).run()


@pytest.mark.special_round_out
def test_special_round_out():
    UnaryOut("special_round_out", torch.ops.aten.special_round.out, FLOAT).run()

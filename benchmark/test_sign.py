# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut


@pytest.mark.sign
def test_sign():
    Unary("sign", torch.sign, FLOAT).run()


@pytest.mark.sign_out
def test_sign_out():
    UnaryOut("sign_out", torch.sign, FLOAT).run()

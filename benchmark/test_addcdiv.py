# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Ternary, TernaryOut


@pytest.mark.addcdiv
def test_addcdiv():
    Ternary("addcdiv", torch.addcdiv, FLOAT, names="input tensor1 tensor2").run()


@pytest.mark.addcdiv_out
def test_addcdiv_out():
    TernaryOut("addcdiv_out", torch.addcdiv, FLOAT, names="input tensor1 tensor2").run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Ternary, TernaryOut


@pytest.mark.addcmul
def test_addcmul():
    Ternary("addcmul", torch.addcmul, FLOAT, names="input tensor1 tensor2").run()


@pytest.mark.addcmul_out
def test_addcmul_out():
    TernaryOut("addcmul_out", torch.addcmul, FLOAT, names="input tensor1 tensor2").run()

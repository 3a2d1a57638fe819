# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.blas import Blas, addmm, addmm_out


@pytest.mark.addmm
def test_addmm():
    Blas("addmm", torch.addmm, FLOAT, addmm).run()


@pytest.mark.addmm_out
def test_addmm_out():
    Blas("addmm_out", torch.addmm, FLOAT, addmm_out).run()

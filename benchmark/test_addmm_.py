# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.blas import Blas, addmm


@pytest.mark.addmm_
def test_addmm_():
    Blas("addmm_", torch.Tensor.addmm_, FLOAT, addmm).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.blas import Blas, bmm, bmm_out


@pytest.mark.bmm
def test_bmm():
    Blas("bmm", torch.bmm, FLOAT, bmm).run()


@pytest.mark.bmm_out
def test_bmm_out():
    Blas("bmm_out", torch.bmm, FLOAT, bmm_out).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.rsub_scalar
def test_rsub_scalar():
    WithNumbers("rsub_scalar", torch.rsub, FLOAT, 0.5).run()


@pytest.mark.rsub_tensor
def test_rsub_tensor():
    Binary("rsub_tensor", torch.rsub, FLOAT).run()

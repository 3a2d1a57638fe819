# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import COMPLEX, FLOAT
from .families.pointwise import Binary

SHAPES = [(64,), (1024,), (2048,), (4096,), (65536,)]


@pytest.mark.vdot
def test_vdot():
    Binary("vdot", torch.Tensor.vdot, COMPLEX + FLOAT, shapes=SHAPES).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import COMPLEX, FLOAT, INT
from .families.pointwise import Unary

SHAPES = [(256,), (2048, 2048), (128, 512, 256), (32, 64), (512, 1024), (2, 3, 4)]


@pytest.mark.conj_physical
def test_conj_physical():
    Unary("conj_physical", torch.conj_physical, FLOAT + INT + COMPLEX, shapes=SHAPES).run()

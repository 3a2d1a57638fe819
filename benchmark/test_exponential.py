# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary

SHAPES = [
    (64, 64),
    (10000, 1),
    (100, 1, 100),
    (10000, 256),
    (100, 256, 100),
    (4096, 4096),
    (64, 512, 512),
    (268435456,),
    (10000, 65536),
    (100, 65536, 100),
    (1024, 1024, 1024),
    (1073741824,),
]


@pytest.mark.exponential
def test_exponential_outplace():
    Unary("exponential", torch.Tensor.exponential_, FLOAT, shapes=SHAPES).run()

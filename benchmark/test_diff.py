# SPDX-License-Identifier: Apache-2.0
import functools

import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary

SHAPES = [
    (64, 64),
    (256, 256),
    (1024, 1024),
    (4096, 4096),
    (1024, 65536),
    (16,),
    (4096,),
    (64, 128, 256),
    (32, 1024, 1024),
    (8, 4096, 4096),
]


@pytest.mark.diff
def test_diff():
    Unary("diff", torch.diff, FLOAT, shapes=SHAPES).run()


@pytest.mark.diff
def test_diff_n2():
    Unary("diff", functools.partial(torch.diff, n=2), FLOAT, shapes=SHAPES).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut

SHAPES = [(4096, 4096), (64, 512, 512), (1024, 65536)]


@pytest.mark.cosh
def test_cosh():
    Unary("cosh", torch.cosh, FLOAT, shapes=SHAPES).run()


@pytest.mark.cosh_
def test_cosh_inplace():
    Unary("cosh_", torch.cosh_, FLOAT, shapes=SHAPES, inplace=True).run()


@pytest.mark.cosh_out
def test_cosh_out():
    UnaryOut("cosh_out", torch.cosh, FLOAT, shapes=SHAPES).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut

SHAPES = [(4096, 4096), (64, 512, 512), (1024, 65536)]


@pytest.mark.log10
def test_log10():
    Unary("log10", torch.log10, FLOAT, shapes=SHAPES).run()


@pytest.mark.log10_
def test_log10_inplace():
    Unary("log10_", torch.log10_, FLOAT, shapes=SHAPES, inplace=True).run()


@pytest.mark.log10_out
def test_log10_out():
    UnaryOut("log10_out", torch.log10, FLOAT, shapes=SHAPES).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.joining import Joining

SHAPES = [(536870912,), (64, 64), (4096, 4096), (64, 512, 512), (512, 512, 512)]


def three(shape, dtype):
    yield call([Tensor(shape, dtype)] * 3)


@pytest.mark.hstack
def test_hstack():
    Joining("hstack", torch.hstack, FLOAT, three, shapes=SHAPES).run()

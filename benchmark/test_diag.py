# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import BOOL, FLOAT, INT
from .families.indexing import Indexing

# The public tree draws the diagonal at random; these are the ones it drew for float16.
DIAGONALS = {(64,): 3, (1024,): -2, (64, 64): -4, (256, 1024): 4, (1024, 1024): -1}


def off_the_middle(shape, dtype):
    yield call(Tensor(shape, dtype), diagonal=DIAGONALS.get(shape, 0))


@pytest.mark.diag
def test_diag():
    Indexing("diag", torch.diag, FLOAT + INT + BOOL, off_the_middle, shapes=DIAGONALS).run()

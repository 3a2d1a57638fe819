# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import BOOL, FLOAT, INT
from .families.indexing import Indexing

SHAPES = [(4, 4), (16, 16), (128, 128), (256, 256), (1024, 1024)]


def named(shape, dtype):
    yield call(input=Tensor(shape, dtype))


@pytest.mark.diag_embed
def test_diag_embed():
    Indexing("diag_embed", torch.diag_embed, FLOAT + INT + BOOL, named, shapes=SHAPES).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

SIZES = {
    (2, 1): (2, 2),
    (1, 3): (2, 3),
    (2, 1, 3): (2, 2, 3),
    (1, 1, 1): (2, 3, 4),
    (1,): (2,),
    (1, 2): (2, 2),
    (128, 1): (128, 2),
    (1, 512): (2, 512),
    (64, 1, 64): (64, 2, 64),
    (1, 256, 256): (2, 256, 256),
}


def wider(shape, dtype):
    yield call(Tensor(shape, dtype), list(SIZES.get(shape, shape)))


@pytest.mark.expand
def test_expand():
    Pointwise("expand", torch.ops.aten.expand, FLOAT, wider, shapes=SIZES, names="input size").run()


@pytest.mark.expand_
def test_expand_():
    Pointwise("expand_", torch.Tensor.expand, FLOAT, wider, shapes=SIZES, names="input size").run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import Reduction

SHAPES = [(4, 8), (8, 16), (16, 32), (32, 64), (64, 128), (128, 256), (16, 32, 64), (8, 16, 128)]


def euclidean(shape, dtype):
    yield call(Tensor(shape, dtype), 2.0, 1, 1.0)


@pytest.mark.renorm
def test_renorm():
    names = "input p dim maxnorm"
    Reduction("renorm", torch.renorm, FLOAT, euclidean, shapes=SHAPES, names=names).run()

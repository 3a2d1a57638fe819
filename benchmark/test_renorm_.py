# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import Reduction

SHAPES = [(16, 256), (32, 512), (64, 1024), (128, 2048), (256, 4096), (512, 8192)]


def euclidean(shape, dtype):
    yield call(Tensor(shape, dtype), 2.0, 1, 1.0)


@pytest.mark.renorm_
def test_renorm_():
    names = "input p dim maxnorm"
    Reduction("renorm_", torch.ops.aten.renorm_, FLOAT, euclidean, shapes=SHAPES, names=names).run()

# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import MatrixReduction

SHAPES = [(64, 64), (4096, 4096), (64, 512, 512), (1024, 1024, 1024)]


def last_dimension(shape, dtype):
    yield call(Tensor(shape, dtype), -1)


@pytest.mark.special_log_softmax
def test_special_log_softmax():
    op = torch.special.log_softmax
    MatrixReduction("special_log_softmax", op, FLOAT, last_dimension, shapes=SHAPES).run()

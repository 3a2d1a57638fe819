# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import MatrixReduction

SHAPES = [
    *((64, 64), (256, 256), (1024, 1024), (4096, 4096), (1024, 65536)),
    *((rows, columns) for rows in (2048, 4096) for columns in (32768, 65536)),
    *((3072, columns) for columns in (49152, 65536)),
]


def with_target(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, dtype))


@pytest.mark.huber_loss
def test_huber_loss():
    op = torch.nn.functional.huber_loss
    MatrixReduction("huber_loss", op, FLOAT, with_target, shapes=SHAPES, names="input target").run()
